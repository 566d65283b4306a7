#pragma once
#include "talus/solids/bodies.h"
#include "talus/step/stage.h"

namespace talus::solids {

/// Springs between bodies, walls and the world: with the distance d of the two ends, its rate u, and the
/// length l,
///
///     J = -dt (k (d + u dt - l) + c u) / (1 + (k dt^2 + c dt) / m_eff)
///
/// along the line between the ends: an implicit step of the spring alone, which no stiffness makes unstable.
struct PullSprings {
    static constexpr const char* name = "pull springs";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::solids
