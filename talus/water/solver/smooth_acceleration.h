#pragma once
#include "talus/exec/view.h"
#include "talus/math/quad.h"

/// The smooth part of the acceleration, particle by particle (AddLastPressure in last_pressure.h). With G the
/// mean over a particle and its neighbours, weighted by the kernel, the smooth part of b is
/// b - (1 - G)^2 b = G (2 b - G b).
namespace talus::water {

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
/// 2 b - G b. @param mean G b
struct DoubleLessMean {
    exec::View<const Quad<float>> mean;
    exec::View<Quad<float>> acceleration;
    TALUS_HD void operator()(std::size_t i) const {
        const Vec3f b = acceleration[i].xyz();
        acceleration[i] += b - mean[i].xyz();
    }
};
/// Takes the other forces out of the smooth part again, which the velocities already have; adds the rest to
/// the velocities.
struct AddSmoothPressure {
    float dt;  ///< [s]
    exec::View<const Vec3f> force;
    exec::View<Quad<float>> smooth, flow;
    TALUS_HD void operator()(std::size_t i) const {
        smooth[i] += force[i] * -1.0f;
        flow[i] += smooth[i].xyz() * dt;
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
