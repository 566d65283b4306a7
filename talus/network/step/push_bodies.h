#pragma once
#include <memory>

#include "talus/network/setup.h"
#include "talus/step/stage.h"

namespace talus::network {

/// Gives free bodies the impulse and the angular impulse of the network in this step: the forces on the
/// masses that they carry, and the opposite of what they do to masses by links to them. A body takes both in
/// its next step (environment/wall_impulses.h). Carried masses add nothing to the mass of their body.
struct PushBodies {
    static constexpr const char* name = "push bodies";
    std::shared_ptr<const Setup> setup;

    /// Whether the network acts on a free body.
    static bool isNeeded(const Setup& setup);

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::network
