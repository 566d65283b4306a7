#pragma once
#include <cstdint>

#include "talus/exec/exec.h"
#include "talus/sand/setup.h"
#include "talus/state/world.h"

namespace talus::sand {

/// A compression that is more than so many times what is accepted is reported. Strains of single particles
/// alternate by some per cent where the sand is at rest (docs/theory/sand.md).
inline constexpr double far_above = 10;

/// Sums over all particles.
struct Measures {
    std::uint64_t count = 0;
    Vec3d momentum;                ///< [kg m/s]
    Vec3d centre;                  ///< of mass [m]; 0 without sand
    double kinetic = 0;            ///< [J]
    double potential = 0;          ///< -m g . x: 0 at the origin [J]
    double fastest = 0;            ///< [m/s]
    double max_compression = 0;    ///< Mpm: share of its volume that a particle has lost
    std::uint64_t compressed = 0;  ///< Mpm: particles that have lost more than far_above says
    bool finite = true;            ///< whether all positions and velocities are numbers
};
Measures measure(const exec::Exec& exec, const state::World& world, const Setup& setup);

/// The largest speed of a particle [m/s].
double fastestOf(const exec::Exec& exec, const state::World& world);

}  // namespace talus::sand
