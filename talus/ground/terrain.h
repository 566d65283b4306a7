#pragma once
#include <cstdint>
#include <numbers>

#include "talus/core/result.h"
#include "talus/geometry/heightfield.h"

/// Ground from a formula and a seed. Each call adds its shape to the heights that are there; columns depend
/// on their place alone, so the number of threads, and cutting the ground into parts, change nothing.
namespace talus::ground {

/// Hills of all sizes: gradient noise (Perlin 2002, "Improving noise") in octaves, each with half the
/// wavelength of the one before. Octaves shorter than two spacings are left out.
struct Hills {
    std::uint32_t seed = 0;
    double height = 1;       ///< of the largest octave, between -height and height [m], > 0
    double wavelength = 10;  ///< of the largest octave [m], >= two spacings
    int octaves = 8;         ///< 1 to 32
    double roughness = 0.5;  ///< an octave's height to that of the one before, > 0, <= 1
};
Status addHills(const exec::Exec& exec, const geometry::ColumnGrid& grid, exec::View<double> height,
                const Hills& hills);

/// Transverse dunes: ridges across the wind, with a long smooth windward side and a straight slip face, whose
/// crests wander and rise and fall. Slip faces of real dunes lie at the angle of repose of sand, 32 to 34
/// degrees; the other numbers only make a picture.
struct Dunes {
    std::uint32_t seed = 0;
    double height = 1;                          ///< of the highest crests over the troughs [m], > 0
    double wavelength = 15;                     ///< from crest to crest [m], > 2 height / tan(slip)
    double wind = 0;                            ///< where it blows to, from x towards y [rad]
    double slip = 32 * std::numbers::pi / 180;  ///< slope of the highest slip faces [rad], > 0, < pi/2
    double wander = 0.3;                        ///< of the crests, in wavelengths, 0 to 1
};
Status addDunes(const exec::Exec& exec, const geometry::ColumnGrid& grid, exec::View<double> height,
                const Dunes& dunes);

/// Bowls with raised rims, in a power law of sizes: of radius above r there are in proportion to r^-slope.
/// Bowls are parabolas 0.4 radii deep from rim to floor, rims 0.08 radii high that fall off as r^-3 (Melosh
/// 1989, "Impact cratering", for simple craters), to nothing at three radii. Where they overlap they add up.
struct Craters {
    std::uint32_t seed = 0;
    std::uint32_t count = 20;
    double smallest = 0.2;  ///< rim radius [m], > 0
    double largest = 2;     ///< [m], >= smallest
    double slope = 2;       ///< > 0
};
Status addCraters(const exec::Exec& exec, const geometry::ColumnGrid& grid, exec::View<double> height,
                  const Craters& craters);

}  // namespace talus::ground
