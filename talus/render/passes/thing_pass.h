#pragma once
#include "talus/render/passes/passes.h"
#include "talus/render/pixel_data.h"

namespace talus::render {

/// The picture with balls in place of its liquids: ThingPass draws these.
picture::Picture withoutLiquids(const picture::Picture& picture);

/// Depth, normal and thing of each pixel, at one sample a pixel.
class ThingPass {
  public:
    static Result<ThingPass> create(const DrawSize& size);
    /// @param sphere_sets the number of sets of spheres; later sets of balls are liquids
    PixelData draw(const SceneData& data, const FrameConstants& constants, const Focus& focus,
                   std::size_t sphere_sets) const;

  private:
    ThingPass(const DrawSize& size, HiddenPass hidden, GeometryPass geometry)
        : size_(size), hidden_(std::move(hidden)), geometry_(std::move(geometry)) {}

    DrawSize size_;
    HiddenPass hidden_;
    GeometryPass geometry_;
};

}  // namespace talus::render
