#pragma once
#include "talus/exec/view.h"
#include "talus/math/quad.h"
#include "talus/water/solver/compressible.h"

/// The leap-frog of wcsph, particle by particle; what it means is said in wcsph.h.
namespace talus::water {

struct PredictParticle {
    Compressible law;
    exec::View<const Vec3f> acceleration;
    exec::View<const float> rate;
    float half, whole;  ///< of the step [s]
    exec::View<Quad<float>> place, flow;

    TALUS_HD void operator()(std::size_t i) const {
        flow[i] += acceleration[i] * half;
        flow[i].w += rate[i] * whole;
        place[i].w = law.pressure(flow[i].w);
    }
};

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
