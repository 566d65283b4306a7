#pragma once
#include <array>

#include "talus/picture/picture.h"

namespace talus::render {

using Float4 = std::array<float, 4>;
using Matrix4 = std::array<Float4, 4>;  ///< column by column, as OpenGL expects

/// Conversion to shader units: the origin is the camera's target, and the unit of length is the focus radius,
/// about the radius of what the picture shows. Coordinates stay small, so that floats are precise wherever
/// the scene is.
struct Focus {
    Vec3d origin;
    double radius = 1;

    Vec3d toShaderUnits(const Vec3d& p) const { return (p - origin) / radius; }
};
Focus focusOf(const picture::Picture& picture, const geometry::Box& bounds, double aspect);

/// In the layout of the uniform block `Frame` in shaders/common.h, which describes the members.
struct FrameConstants {
    Matrix4 clip_from_world, light_from_world;
    Float4 eye, right, up, forward;
    Float4 to_sun, sun_light, sky_light, ground_light;
    Float4 background_top, background_bottom;
    Float4 shadow, picture, reach;
    Float4 light_side, light_top;  ///< the axes of the shadow map; for the shadow pass only
};

/// The sizes of the render targets.
struct DrawSize {
    int width = 0, height = 0;  ///< of the picture, in pixels
    int samples = 2;            ///< per pixel along an axis
    int shadow_texels = 2048;   ///< along a side of the shadow map
    bool skip_hidden = true;    ///< do not draw completely hidden balls; changes only the time
    bool fine_light = false;    ///< shadows and occlusion take several times as many samples
    bool scene_linear = false;  ///< the last passes give light before tone mapping
};

FrameConstants frameConstants(const picture::Picture& picture, const Focus& focus,
                              const geometry::Box& bounds, const DrawSize& size);

}  // namespace talus::render
