#pragma once
#include <memory>

#include "talus/environment/walls.h"

namespace talus::couple {

/// The surroundings of moving walls. Until the next round of the exchange, sand within reach of them is free
/// grains.
class Disturbance {
  public:
    /// @param time now [s] @param until time of the next round [s]
    /// @param followed poses of walls that follow bodies; these are assumed to keep their velocities
    /// @param reach distance from a moving wall [m]; the wall's own motion until then is added
    Disturbance(const environment::Walls& walls, const environment::WallState& followed, double time,
                double until, double reach);

    bool any() const { return !moving_.empty(); }
    /// Whether a position is within reach of a moving wall, enlarged by a margin [m].
    bool at(const Vec3d& p, double margin = 0) const;
    /// Whether a ball at this position overlaps a wall, moving or not.
    bool inWall(const Vec3d& centre, double radius) const;

  private:
    struct Reach {
        std::size_t wall;
        double reach;  ///< [m]
    };
    environment::WallsAt at_;
    std::vector<Reach> moving_;
};

}  // namespace talus::couple
