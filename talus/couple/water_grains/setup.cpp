#include "talus/couple/water_grains/setup.h"

#include <algorithm>

#include "talus/couple/water_grains/sparse_water.h"
#include "talus/grains/scene.h"
#include "talus/water/kernel/spline.h"
#include "talus/water/setup.h"

namespace talus::couple::water_grains {
namespace {

double immediateShare(grains::Integrator integrator) {
    switch (integrator) {
        case grains::Integrator::VelocityVerlet: return 0.5;
        case grains::Integrator::SemiImplicitEuler: return 1;
        case grains::Integrator::LeapFrog:
        case grains::Integrator::PositionVerlet: return 0;
    }
    return 0.5;
}

template <class Spline>
Setup::Kernel kernelOf(const Spline& spline, double r) {
    // Coincident points have no direction; their gradient is 0.
    const double distance = std::max(r, 1e-30);
    return {spline.template value<double>(r), r > 0 ? spline.template gradient<double>(r, 1 / distance) : 0};
}

}  // namespace

Setup::Kernel Setup::kernel(double r) const { return kernelAt(smoothing, r); }

Setup::Kernel kernelAt(const water::Smoothing& smoothing, double r) {
    return smoothing.kernel == water::Kernel::CubicSpline
               ? kernelOf(water::CubicSpline<double>(smoothing.support), r)
               : kernelOf(water::WendlandC2<double>(smoothing.support), r);
}

Setup setupOf(const method::Scene& scene) {
    const water::Setup water = water::setupOf(scene);
    const grains::Params& grains = grains::in(scene).params;
    return {.drag = in(scene).settings.value_or(Settings{}).drag,
            .liquid = {water.water.density, water.water.viscosity},
            .smoothing = water.smoothing,
            .particle_mass = water.mass,
            .compressible = water.water.solver == water::Solver::Wcsph,
            .gravity = water.gravity,
            .precision = grains.precision,
            .immediate_share = immediateShare(grains.integrator),
            .sparse = std::make_shared<const SparseWater>(water.smoothing)};
}

}  // namespace talus::couple::water_grains
