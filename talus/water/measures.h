#pragma once
#include <algorithm>
#include <cstdint>

#include "talus/exec/exec.h"
#include "talus/exec/view.h"
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

/// What steps are as short as.
struct Extremes {
    double speed = 0;     ///< the largest [m/s]
    double pressure = 0;  ///< the highest [Pa]
};
Extremes extremesOf(const exec::Exec& exec, const state::World& world);

struct ExtremesOfParticle {
    exec::View<const Vec3f> velocity;
    exec::View<const float> pressure;
    /// With the square of the speed in its place.
    TALUS_HD Extremes operator()(std::size_t i) const {
        return {squaredLength(wide(velocity[i])), double{pressure[i]}};
    }
};
struct LargerExtremes {
    static constexpr bool in_any_order = true;
    TALUS_HD Extremes operator()(const Extremes& a, const Extremes& b) const {
        return {std::max(a.speed, b.speed), std::max(a.pressure, b.pressure)};
    }
};

}  // namespace talus::water
