#pragma once
#include "talus/couple/bodies/bodies.h"

namespace talus::couple {

/// Moves all bodies to the end of the step. Prescribed bodies follow their motions. Free bodies are
/// accelerated by gravity, the forces of the grains in the last step, the impulses of other methods since,
/// the ground and, if they are balls, walls. Semi-implicit Euler: first the velocities, then the positions by
/// these. In free flight the path is the exact parabola.
///
/// Reports trouble if a body's position or spin is not a number.
struct MoveBodies {
    static constexpr const char* name = "move bodies";
    Bodies setup;

    step::Access access() const;
    void run(step::Step& step);
};

}  // namespace talus::couple
