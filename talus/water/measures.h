#pragma once
#include <cstdint>

#include "talus/exec/exec.h"
#include "talus/state/world.h"

namespace talus::water {

/// Sums over all particles.
struct Measures {
    std::uint64_t count = 0;
    Vec3d momentum;          ///< [kg m/s]
    double kinetic = 0;      ///< [J]
    double fastest = 0;      ///< [m/s]
    double compression = 0;  ///< mean of what densities are above that at rest, a share of it
    double densest = 0;      ///< [kg/m^3]
    bool finite = true;      ///< whether all places and velocities are numbers
};
Measures measure(const exec::Exec& exec, const state::World& world, double mass, double rest_density);

/// The largest speed [m/s].
double fastestOf(const exec::Exec& exec, const state::World& world);

}  // namespace talus::water
