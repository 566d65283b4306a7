#pragma once
#include "talus/couple/bodies/bodies.h"

namespace talus::couple {

/// Takes all bodies to the end of the step. Prescribed ones go where their motions say. Free ones feel
/// gravity, what the grains did to them in the last step and what other methods gave them since, the ground
/// and, if they are balls, walls: first their velocities, then by these their places (semi-implicit Euler);
/// in free flight the way is the exact parabola.
///
/// Reports trouble when a body's place is not a number, or when it moves so far in one step that it would
/// jump over the ground.
struct MoveBodies {
    static constexpr const char* name = "move bodies";
    Bodies setup;

    step::Access access() const;
    void run(step::Step& step);
};

}  // namespace talus::couple
