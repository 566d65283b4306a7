#pragma once
#include "talus/solids/bodies.h"
#include "talus/step/stage.h"

namespace talus::solids {

/// Ends a step: free bodies move with their new velocities (semi-implicit Euler; in free flight the path is
/// the exact parabola), and the walls that stand for the bodies get their poses.
///
/// Reports trouble if a body's position or spin is not a number.
struct MoveBodies {
    static constexpr const char* name = "move bodies";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::solids
