#pragma once
#include "talus/environment/contact/barriers.h"
#include "talus/sand/setup.h"
#include "talus/step/phase.h"

/// The stages of the solvers on a grid.
namespace talus::sand::grid {

/// Finds the velocities of the sand at the end of the step by the solver of the scene, and how far each
/// particle moves.
struct SolveOnGrid {
    static constexpr const char* name = "solve on the grid";
    Setup setup;
    environment::Barriers barriers;

    explicit SolveOnGrid(const Setup& of);
    step::Access access() const;
    void run(step::Step& step) const;
};

/// Moves the particles. Walls and ground stop them.
struct MoveParticles {
    static constexpr const char* name = "move";
    Setup setup;
    environment::Barriers barriers;

    explicit MoveParticles(const Setup& of);
    step::Access access() const;
    void run(step::Step& step) const;
};

void addStages(const Setup& setup, step::PhasedStages& all);

}  // namespace talus::sand::grid
