#pragma once
#include <vector>

#include "talus/couple/hybrid/stacks.h"

namespace talus::couple {

/// Grains on the move, and the ways that they will go until the next round: what lies at rest there may be
/// hit, or lose what it leans on.
class Movers {
  public:
    struct Mover {
        Vec3d position;
        Vec3d velocity;  ///< mean since the last round [m/s]
    };
    /// @param until the next round [s] @param reach around their ways [m]
    Movers(const exec::Exec& exec, const std::vector<Mover>& movers, const Vec3d& gravity, double until,
           double reach);

    /// Whether a place is within reach of one.
    bool near(const Vec3d& p) const {
        bool found = false;
        stacks_.forNear(
            p, [&](std::uint32_t k) { found = found || squaredLength(ways_[k] - p) < reach_square_; });
        return found;
    }

  private:
    double reach_square_;
    std::vector<Vec3d> ways_;  ///< places on their ways, half the reach apart
    Stacks stacks_;
};

}  // namespace talus::couple
