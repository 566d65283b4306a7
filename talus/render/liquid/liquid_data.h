#pragma once
#include <cstdint>
#include <vector>

#include "talus/render/frame_constants.h"
#include "talus/render/liquid/tank_items.h"

namespace talus::render {

/// The froth of one particle, in the layout of the shader (`Froth` in shaders/liquid_balls.h).
struct FrothItem {
    Float4 ball;                 ///< centre and radius
    float foam;                  ///< 0 to 1
    std::uint32_t seed;          ///< of its bubbles
    std::array<float, 2> pad{};  ///< fills up to a multiple of 16 bytes
};

/// All liquids of a picture, in shader units.
struct LiquidData {
    std::vector<Float4> balls;  ///< centre and radius of all particles
    /// Of each: absorption (red, green, blue) and scattering, per focus radius.
    std::vector<Float4> matter;
    /// Particles near the surface, which may be visible: centre and drawn radius.
    std::vector<Float4> surface_balls;
    std::vector<std::uint32_t> surface_codes;  ///< SurfaceCode of each
    /// Discs where liquid touches a side of a tank that the eye looks through: centre and radius.
    std::vector<Float4> side_discs;
    std::vector<std::uint32_t> side_disc_codes;  ///< SurfaceCode of each
    std::vector<FrothItem> froth;
    std::vector<Float4> optics;  ///< one for each liquid: refractive index, roughness
    std::vector<TankItem> tanks;
    double radius = 0;  ///< the mean of all particles
    double ahead = 1;   ///< distance of the camera's target, for sizes in pixels
};

bool hasLiquids(const picture::Picture& picture);
LiquidData liquidData(const picture::Picture& picture, const Focus& focus);

}  // namespace talus::render
