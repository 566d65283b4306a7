#pragma once
#include "talus/io/passes.h"
#include "talus/picture/picture.h"
#include "talus/render/light_image.h"
#include "talus/render/pixel_data.h"
#include "talus/run/picture/earlier_positions.h"

namespace talus::run {

/// Which data of its pixels a picture comes with.
struct Passes {
    bool depth = false, normal = false, motion = false, object = false;
    bool any() const { return depth || normal || motion || object; }
    bool operator==(const Passes&) const = default;
};
/// "depth,motion". Error (Input) that lists the names.
Result<Passes> parsePasses(const std::string& text);

/// The number of an object follows from its name, so that it is the same in all frames and runs; never 0.
std::uint32_t objectNumber(const std::string& name);

/// The picture and its passes as channels: R, G, B and A in scene-linear light; Z, the distance along the
/// direction of view [m]; N.X, N.Y, N.Z, the normal in the world; motion.X and motion.Y, by how many pixels
/// what is seen has moved since the frame before, to the right and downwards; objectId, 0 where there is
/// nothing.
/// @param earlier positions in the frame before; null: nothing has moved
io::PassImage passesOf(const picture::Picture& picture, const render::LightImage& light,
                       const render::PixelData& data, const EarlierPositions* earlier, const Passes& passes);

}  // namespace talus::run
