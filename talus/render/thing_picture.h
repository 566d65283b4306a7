#pragma once
#include <optional>

#include "talus/picture/picture.h"
#include "talus/render/liquid/liquid_thing_pass.h"
#include "talus/render/passes/thing_pass.h"

namespace talus::render {

/// All passes that the data of pixels need (PixelData), at one sample a pixel. Needs a current OpenGL
/// context.
class ThingPicture {
  public:
    static Result<ThingPicture> create(DrawSize size);
    /// @param bounds, focus the part of space that the picture is fitted to
    /// Errors: Input for too many things.
    Result<PixelData> draw(const picture::Picture& picture, const Focus& focus, const geometry::Box& bounds);

  private:
    ThingPicture(const DrawSize& size, ThingPass things) : size_(size), things_(std::move(things)) {}
    PixelData drawThings(const picture::Picture& solid, const Focus& focus, const FrameConstants& constants,
                         std::size_t sphere_sets) const;

    DrawSize size_;
    ThingPass things_;
    std::optional<LiquidThingPass> liquids_;  ///< made with the first picture that has liquids
};

}  // namespace talus::render
