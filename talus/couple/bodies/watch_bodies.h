#pragma once
#include <memory>

#include "talus/couple/bodies/overlaps.h"

namespace talus::couple {

/// Ends a run in which bodies have gone into what they do not meet (overlaps.h), rather than let them pass
/// through it. Behind MoveBodies; only where there are such bodies.
struct WatchBodies {
    static constexpr const char* name = "watch bodies";
    Bodies setup;
    std::shared_ptr<const BodyOverlaps> overlaps;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::couple
