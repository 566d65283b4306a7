#pragma once
#include "talus/environment/contact/barriers.h"
#include "talus/sand/mpm/transfer.h"
#include "talus/sand/setup.h"
#include "talus/step/phase.h"

/// The stages of a step of the material point method.
namespace talus::sand::mpm {

/// Particles give mass, momentum and the impulse of their stress to the nodes.
struct ToGrid {
    static constexpr const char* name = "to grid";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Whether the particles keep residuals (transfer.h).
bool keepsResidual(const Setup& setup);

/// Nodes: the sum over tiles, gravity, and contact with walls and ground.
struct MoveGrid {
    static constexpr const char* name = "grid";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Particles take velocities from the nodes, move, and strain.
struct ToParticles {
    static constexpr const char* name = "to particles";
    Setup setup;
    environment::Barriers barriers;

    explicit ToParticles(const Setup& of);
    step::Access access() const;
    void run(step::Step& step) const;
};

/// Adds the stages of the method.
void addStages(const Setup& setup, step::PhasedStages& all);

Lattice latticeOf(const Setup& setup);
/// The constants of a step of this length [s].
Transfer transferOf(const Setup& setup, double dt);

}  // namespace talus::sand::mpm
