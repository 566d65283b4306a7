#pragma once
#include <memory>

#include "talus/cloth/motion/cloth_state.h"

namespace talus::cloth {

/// The number of small steps in a step. Implicit: `substeps` in its longest step, and fewer in
/// shorter ones, as other methods and frames may make them.
int smallStepsIn(const Solver& solver, double dt);

/// Moves the cloth through a step, in small steps of equal length. Each of them:
///
///     forces       gravity and air
///     predict      v += F/m h,  x += v h; held points go where they are held
///     solve        springs, hinges, attachments (solve/springs.h)
///     contact      close pairs keep their distance; no feature passes another (contact/respond.h)
///     velocity     v = (x - x of before) / h
///
/// With the explicit method a step is one small step without `solve`: its springs are forces.
struct SmallSteps {
    static constexpr const char* name = "small steps";
    std::shared_ptr<const Setup> setup;

    step::Access access() const { return motionAccess(*setup); }
    void run(step::Step& step) const;
};

}  // namespace talus::cloth
