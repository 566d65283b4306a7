#pragma once
#include <algorithm>
#include <cmath>
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
    double compression = 0;  ///< mean excess of densities over that at rest, as a share of it
    double densest = 0;      ///< [kg/m^3]
    bool finite = true;      ///< whether all positions and velocities are numbers
};
Measures measure(const exec::Exec& exec, const state::World& world, double mass, double rest_density);

/// The quantities that limit the time step.
struct Extremes {
    double speed = 0;  ///< the largest [m/s]
    /// The floor pressure of a column at rest with the same mean eighth power of pressures, (9 mean
    /// p^8)^(1/8) [Pa]. Impacts on a few particles contribute little, and shallow water beside deep water
    /// reduces it hardly.
    double pressure = 0;
};
Extremes extremesOf(const exec::Exec& exec, const state::World& world);
/// The pressure of Extremes alone.
double floorPressureOf(const exec::Exec& exec, exec::View<const float> pressure);

struct ExtremesOfParticle {
    exec::View<const Vec3f> velocity;
    exec::View<const float> pressure;
    /// The square of the speed, and the eighth power of the pressure.
    TALUS_HD Extremes operator()(std::size_t i) const {
        return {squaredLength(wide(velocity[i])), eighthPower(double{pressure[i]})};
    }
    TALUS_HD static double eighthPower(double p) {
        const double square = p * p, fourth = square * square;
        return fourth * fourth;
    }
};
struct BothExtremes {
    TALUS_HD Extremes operator()(const Extremes& a, const Extremes& b) const {
        return {std::max(a.speed, b.speed), a.pressure + b.pressure};
    }
};
/// The extremes from the combined values of all particles.
inline Extremes extremesFrom(const Extremes& sum, std::size_t count) {
    return {std::sqrt(sum.speed),
            std::pow(9 * sum.pressure / static_cast<double>(std::max<std::size_t>(count, 1)), 1.0 / 8)};
}

}  // namespace talus::water
