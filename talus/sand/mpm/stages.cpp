#include "talus/sand/mpm/stages.h"

#include <cmath>

#include "talus/sand/mpm/put_into_tiles.h"

namespace talus::sand::mpm {

Lattice latticeOf(const Setup& s) { return Lattice(s.origin, s.sand.cell, s.domain); }

/// beta of givenBy(). Chosen: twice as much would shorten the step, with cfl = 0.4.
constexpr double damping = 0.3;

Transfer transferOf(const Setup& s, double dt) {
    const double shear = 2 * s.shearModulus(), bulk = s.lambda() + shear / 3, mu = s.bulk.friction();
    const double of_stress = 4 * dt / (s.sand.cell * s.bulk.density);
    const auto number = [](double v) { return static_cast<float>(v); };
    Transfer t{.lattice = latticeOf(s),
               .dt = number(dt),
               .bulk = number(of_stress * bulk),
               .shear = number(of_stress * shear),
               .viscosity = number(4 * dt * damping * s.soundSpeed()),
               .law = {number(std::sqrt(2.0) * mu * bulk / shear),
                       number(std::sqrt(2.0) * s.bulk.cohesion / shear), number(s.bulk.tension() / bulk)},
               .full = number(particles_along_cell * particles_along_cell * particles_along_cell)};
    return t;
}

void addStages(const Setup& setup, step::PhasedStages& all) {
    all.add(step::Phase::Search, PutIntoTiles{latticeOf(setup)});
    all.add(step::Phase::Force, ToGrid{setup}, MoveGrid{setup});
    all.add(step::Phase::Kick, ToParticles{setup});
}

}  // namespace talus::sand::mpm
