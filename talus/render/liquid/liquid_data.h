#pragma once
#include <cstdint>
#include <vector>

#include "talus/render/liquid/tank_items.h"
#include "talus/render/passes/frame_constants.h"

namespace talus::render {

/// Froth as its shader reads it; it mirrors `Froth` of shaders/liquid_balls.h.
struct FrothItem {
    Float4 ball;                 ///< centre and radius
    float foam;                  ///< 0 to 1
    std::uint32_t seed;          ///< of its bubbles
    std::array<float, 2> pad{};  ///< to a multiple of 16 bytes
};

/// All liquids of a picture, in the units of the shaders.
struct LiquidData {
    std::vector<Float4> balls;   ///< centre and radius; all of them
    std::vector<Float4> matter;  ///< absorption (red, green, blue) and scattering, a focus radius
    std::vector<Float4> skin;    ///< those that may be seen: centre, and the radius that they are drawn with
    std::vector<std::uint32_t> skin_code;  ///< SurfaceCode of each
    std::vector<Float4> wet;  ///< discs on sides of tanks that the eye looks through: centre and radius
    std::vector<std::uint32_t> wet_code;  ///< SurfaceCode of each
    std::vector<FrothItem> froth;
    std::vector<Float4> looks;  ///< one a liquid: refractive index, roughness
    std::vector<TankItem> tanks;
    double radius = 0;  ///< the mean one
    double ahead = 1;   ///< distance of the camera's target, for sizes in pixels
};

bool hasLiquids(const picture::Picture& picture);
LiquidData liquidData(const picture::Picture& picture, const Focus& focus);

}  // namespace talus::render
