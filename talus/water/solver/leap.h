#pragma once
#include "talus/exec/view.h"
#include "talus/math/quad.h"
#include "talus/water/solver/compressible.h"

/// The leap-frog scheme of wcsph, particle by particle (wcsph.h).
namespace talus::water {

/// Predict of wcsph.h.
struct PredictParticle {
    Compressible law;
    exec::View<const Vec3f> acceleration;
    exec::View<const float> rate;
    float half, whole;  ///< of the step [s]
    exec::View<Quad<float>> position_pressure, flow;

    TALUS_HD void operator()(std::size_t i) const {
        flow[i] += acceleration[i] * half;
        flow[i].w += rate[i] * whole;
        position_pressure[i].w = law.pressure(flow[i].w);
    }
};

/// FinishStep of wcsph.h.
struct FinishParticle {
    Compressible law;
    exec::View<const Vec3f> acceleration;
    exec::View<const float> rate;
    float dt;    ///< [s]
    float rest;  ///< density [kg/m^3]
    exec::View<Vec3f> velocity;
    exec::View<float> density, pressure;

    TALUS_HD void operator()(std::size_t i) const {
        velocity[i] += acceleration[i] * dt;
        density[i] += rate[i] * dt * rest;
        const float relative = density[i] / rest;
        pressure[i] = law.pressure(relative) * relative * relative * rest;
    }
};

}  // namespace talus::water
