#pragma once
#include "talus/solids/bodies.h"
#include "talus/step/stage.h"

namespace talus::couple {

/// Puts free bodies where the cloth has met them at the end of its step (cloth/motion/followed_walls.h).
/// Their impulses are in the ledger, and change velocities in the bodies' next step.
struct MoveMetBodies {
    static constexpr const char* name = "move bodies with cloth";
    solids::Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::couple
