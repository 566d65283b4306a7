#pragma once
#include "talus/solids/bodies.h"
#include "talus/step/stage.h"

namespace talus::solids {

/// Ends a step: free bodies move with their new velocities (semi-implicit Euler; where only gravity and
/// spread impulses act, with the mean of the old and the new, which is the exact parabola in free flight),
/// and the walls that stand for the bodies get their poses.
///
/// Reports trouble if a body's position or spin is not a number.
struct MoveBodies {
    static constexpr const char* name = "move bodies";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::solids
