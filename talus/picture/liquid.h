#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "talus/core/result.h"
#include "talus/geometry/shapes.h"
#include "talus/picture/colour.h"

namespace talus::picture {

/// The optical properties of a liquid. Absorption removes light (Beer-Lambert). Scattering sends light back,
/// so that a deep layer has the colour `tint` (Kubelka and Munk 1931).
struct LiquidMatter {
    Vec3d absorption{0.34, 0.0565, 0.0092};  ///< 1/m, >= 0; for red, green and blue
    float scattering = 0;                    ///< 1/m, >= 0; 0: clear; one sees about 1 / scattering deep
    Colour tint{0.9f, 0.9f, 0.9f};           ///< colour of the scattered light, and so of an opaque layer
    float refractive_index = 1.333f;         ///< 1 to 3
    float roughness = 0;  ///< 0: reflects like a mirror; 1: reflects the mean of the whole sky
};

/// Pure water at 650, 550 and 450 nm (Pope and Fry 1997, "Absorption spectrum of pure water", table 3).
inline constexpr LiquidMatter pure_water{};
/// Water of a lake or a clear sea. Absorption is several times that of pure water. Suspended matter makes it
/// a little green. Chosen by eye for scenes of a few metres.
inline constexpr LiquidMatter lake_water{{1.1, 0.26, 0.20}, 0.06f, {0.36f, 0.62f, 0.60f}, 1.333f, 0};
/// The refractive indices of milk and honey are measured (1.35 and 1.49); their other values are chosen
/// by eye.
inline constexpr LiquidMatter milk{{0, 0, 0}, 900, {0.965f, 0.955f, 0.91f}, 1.35f, 0.08f};
inline constexpr LiquidMatter honey{{1.5, 16, 80}, 4, {0.90f, 0.54f, 0.08f}, 1.49f, 0.03f};
inline constexpr LiquidMatter muddy_water{{0.8, 0.7, 0.9}, 14, {0.56f, 0.44f, 0.31f}, 1.333f, 0.02f};

/// A liquid made of particles, drawn as one smooth surface that reflects, refracts and absorbs light. The
/// spans are only read while a picture is drawn.
struct Liquid {
    std::span<const Vec3d> centre;  ///< m
    /// m, > 0; one for each centre, or one for all. A ball of this radius has the volume of the particle; for
    /// a particle of a lattice the radius is 0.62 spacings. The length of a ray in the liquid is computed
    /// from these balls.
    std::span<const double> radius;
    LiquidMatter matter = lake_water;
    std::span<const float> scattering{};  ///< 1/m, one for each centre; empty: that of `matter`
    std::span<const Colour> tint{};       ///< one for each centre, such as for mud or dye; empty: as `matter`
    std::span<const float> foam{};        ///< share of white froth, 0 to 1; one for each centre; empty: none
    std::span<const std::uint32_t> id{};  ///< seeds the bubbles of a particle; empty: the index does
    std::string name{};                   ///< of the object in passes; may be empty
};
/// Whether a liquid can be drawn. Errors: Input.
Status checkLiquid(const Liquid& liquid, std::size_t index);
/// The smallest box around the balls with a finite position. Without such balls, min > max.
geometry::Box boundsOf(const Liquid& liquid);

}  // namespace talus::picture
