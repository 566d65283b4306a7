#pragma once
#include <vector>

#include "talus/couple/hybrid/stacks.h"

namespace talus::couple {

/// Moving grains, and their expected paths until the next round. Grains at rest near a path may be hit, or
/// lose their support.
class Movers {
  public:
    struct Mover {
        Vec3d position;
        Vec3d velocity;  ///< mean since the last round [m/s]
    };
    /// @param duration time until the next round [s] @param reach distance from the paths [m]
    Movers(const exec::Exec& exec, const std::vector<Mover>& movers, const Vec3d& gravity, double duration,
           double reach);

    /// Whether a position is within reach of a path.
    bool near(const Vec3d& p) const {
        bool found = false;
        stacks_.forNear(
            p, [&](std::uint32_t k) { found = found || squaredLength(points_[k] - p) < reach_square_; });
        return found;
    }

  private:
    double reach_square_;
    std::vector<Vec3d> points_;  ///< points on the paths, half the reach apart
    Stacks stacks_;
};

}  // namespace talus::couple
