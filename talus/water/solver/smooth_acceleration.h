#pragma once
#include <algorithm>
#include <cmath>

#include "talus/exec/view.h"
#include "talus/math/quad.h"

/// The smoothed acceleration b - c (b - G b), particle by particle (AddLastPressure in last_pressure.h): b by
/// all forces, G the mean over a particle and its neighbours, weighted by the kernel.
namespace talus::water {

/// c of a liquid with kinematic viscosity nu [m^2/s] in a step dt [s]. @param volume of a particle [m^3]
inline float smoothedShare(double volume, double nu, double dt) {
    const double spacing = std::cbrt(volume);
    return static_cast<float>(0.5 * std::min(1.0, spacing * spacing / (nu * dt)));
}

/// G of a particle. @param sum weighted sum over the neighbours @param weight sum of their weights
/// @param own value of the particle @param alone its weight, the kernel at distance 0
TALUS_HD inline Quad<float> meanWithOwn(const Vec3f& sum, float weight, const Quad<float>& own, float alone) {
    const Vec3f mean = (sum + own.xyz() * alone) / (weight + alone);
    return {mean.x, mean.y, mean.z, 0};
}

/// b: adds all other forces to the acceleration by pressure.
struct AddForces {
    exec::View<const Vec3f> force;
    exec::View<Quad<float>> acceleration;
    TALUS_HD void operator()(std::size_t i) const { acceleration[i] += force[i]; }
};
/// Smooths b, takes the other forces out of it again, which the velocities already have, and adds the rest to
/// the velocities.
struct AddSmoothPressure {
    float dt;     ///< [s]
    float share;  ///< c
    exec::View<const Vec3f> force;
    exec::View<const Quad<float>> acceleration;  ///< b
    exec::View<Quad<float>> smooth;              ///< G b; then what was added
    exec::View<Quad<float>> flow;
    TALUS_HD void operator()(std::size_t i) const {
        const Vec3f b = acceleration[i].xyz(), added = b + (smooth[i].xyz() - b) * share - force[i];
        smooth[i] = {added.x, added.y, added.z, 0};
        flow[i] += added * dt;
    }
};
/// Takes back what AddSmoothPressure added.
struct SubtractSmoothPressure {
    float dt;  ///< [s]
    exec::View<const Quad<float>> smooth;
    exec::View<Quad<float>> flow;
    TALUS_HD void operator()(std::size_t i) const { flow[i] += smooth[i].xyz() * -dt; }
};

}  // namespace talus::water
