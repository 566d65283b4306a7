#pragma once
#include <memory>

#include "talus/couple/bodies/overlaps.h"

namespace talus::couple {

/// Ends the run if a body overlaps something with which it does not collide (overlaps.h), instead of letting
/// it pass through. Comes after MoveBodies, in scenes with such bodies.
struct WatchBodies {
    static constexpr const char* name = "watch bodies";
    Bodies setup;
    std::shared_ptr<const BodyOverlaps> overlaps;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::couple
