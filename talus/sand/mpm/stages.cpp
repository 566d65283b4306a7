#include "talus/sand/mpm/stages.h"

#include <cmath>

#include "talus/sand/mpm/put_into_tiles.h"

namespace talus::sand::mpm {

Lattice latticeOf(const Setup& s) { return Lattice(s.origin, s.sand.cell, s.domain); }

namespace {

/// beta of givenBy(). Chosen: twice as much would shorten the step, with cfl = 0.4.
constexpr double damping = 0.3;
/// Of residuals, in c / h. Chosen: with half of it a heap of 10 cells is not at rest after five free falls,
/// by a factor of four (bench/results/sand_verification-2026-11.md).
constexpr double residual_damping = 0.05;

float toFloat(double v) { return static_cast<float>(v); }

double bulkModulus(const Setup& s) { return s.lambda() + 2 * s.shearModulus() / 3; }

YieldLaw<float> yieldLawOf(const Setup& s, double dt) {
    const double shear = 2 * s.shearModulus(), bulk = bulkModulus(s);
    YieldLaw<float> law{toFloat(std::sqrt(2.0) * s.bulk.friction() * bulk / shear),
                        toFloat(std::sqrt(2.0) * s.bulk.cohesion / shear), toFloat(s.bulk.tension() / bulk)};
    if (!s.sand.flowing_friction_angle) return law;
    law.depends_on_rate = true;
    law.flowing_slope = toFloat(std::sqrt(2.0) * s.bulk.flowingFriction() * bulk / shear);
    law.rate = toFloat(s.sand.inertial_number * dt / (2 * *s.sand.grain_radius) *
                       std::sqrt(0.5 * bulk / s.bulk.grain_density));
    return law;
}

}  // namespace

Transfer transferOf(const Setup& s, double dt) {
    const double bulk = bulkModulus(s), shear = 2 * s.shearModulus();
    const double of_stress = 4 * dt / (s.sand.cell * s.bulk.density);
    Transfer t{.lattice = latticeOf(s),
               .dt = toFloat(dt),
               .bulk = toFloat(of_stress * bulk),
               .shear = toFloat(of_stress * shear),
               .viscosity = toFloat(4 * dt * damping * s.soundSpeed()),
               .law = yieldLawOf(s, dt)};
    // The loads that sand carries in a scene and its impacts oscillate with some c / H, by the height H.
    if (s.damped())
        t.relaxation = {toFloat(s.maxwellModulus() / bulk), toFloat(std::exp(-dt * s.soundSpeed() / s.fall))};
    t.kept = toFloat(std::exp(-residual_damping * s.soundSpeed() * dt / s.sand.cell));
    return t;
}

bool keepsResidual(const Setup& setup) { return setup.sand.transfer == "aflip"; }

void addStages(const Setup& setup, step::PhasedStages& all) {
    all.add(step::Phase::Search, PutIntoTiles{latticeOf(setup)});
    all.add(step::Phase::Force, ToGrid{setup});
    all.add(step::Phase::Force, MoveGrid{setup});
    all.add(step::Phase::Kick, ToParticles{setup});
}

}  // namespace talus::sand::mpm
