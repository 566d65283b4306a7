#pragma once
#include <cstdint>
#include <numbers>

#include "talus/core/result.h"
#include "talus/geometry/heightfield.h"

/// Ground from formulas and a seed. Each function adds a shape to existing heights. The height of a column
/// depends only on its position, so results do not depend on the number of threads or on the part of the
/// ground that the grid covers.
namespace talus::ground {

/// Hills of all sizes: gradient noise (Perlin 2002, "Improving noise") in octaves, each with half the
/// wavelength of the one before. Octaves shorter than two spacings are left out.
struct Hills {
    std::uint32_t seed = 0;
    double height = 1;       ///< amplitude of the largest octave, from -height to height [m], > 0
    double wavelength = 10;  ///< of the largest octave [m], >= two spacings
    int octaves = 8;         ///< 1 to 32
    double roughness = 0.5;  ///< amplitude of an octave over that of the one before, > 0, <= 1
};
Status addHills(const exec::Exec& exec, const geometry::ColumnGrid& grid, exec::View<double> height,
                const Hills& hills);

/// Transverse dunes: ridges across the wind, with a long smooth windward side and a straight slip face.
/// Crests deviate from straight lines and vary in height. Slip faces of real dunes have the angle of repose
/// of sand, 32 to 34 degrees; the other numbers are chosen for the appearance only.
struct Dunes {
    std::uint32_t seed = 0;
    double height = 1;       ///< of the highest crests over the troughs [m], > 0
    double wavelength = 15;  ///< from crest to crest [m], > 2 height / tan(slip)
    double wind = 0;         ///< direction towards which the wind blows, from x towards y [rad]
    double slip = 32 * std::numbers::pi / 180;  ///< slope of the highest slip faces [rad], > 0, < pi/2
    double wander = 0.3;  ///< deviation of the crests from straight lines, in wavelengths, 0 to 1
};
Status addDunes(const exec::Exec& exec, const geometry::ColumnGrid& grid, exec::View<double> height,
                const Dunes& dunes);

/// Craters with raised rims. Sizes have a power law: the number of craters with radius above r is
/// proportional to r^-slope. Bowls are paraboloids, 0.4 radii deep from rim to floor. Rims are 0.08 radii
/// high and decrease as r^-3 (Melosh 1989, "Impact cratering", for simple craters), shifted to zero at three
/// radii. Overlapping craters are added.
struct Craters {
    std::uint32_t seed = 0;
    std::uint32_t count = 20;
    double smallest = 0.2;  ///< smallest rim radius [m], > 0
    double largest = 2;     ///< largest rim radius [m], >= smallest
    double slope = 2;       ///< exponent of the power law, > 0
};
Status addCraters(const exec::Exec& exec, const geometry::ColumnGrid& grid, exec::View<double> height,
                  const Craters& craters);

}  // namespace talus::ground
