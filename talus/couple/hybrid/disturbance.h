#pragma once
#include <memory>

#include "talus/environment/walls.h"

namespace talus::couple {

/// Where walls move: between now and the next round, sand within reach of them is grains that are free.
class Disturbance {
  public:
    /// @param time now, and until when the walls are followed [s]
    /// @param followed poses of walls that follow bodies; those are taken to go on as they move now
    /// @param reach [m]; a wall that goes further until then reaches as much further
    Disturbance(const environment::Walls& walls, const environment::FollowedPoses& followed, double time,
                double until, double reach);

    bool any() const { return !moving_.empty(); }
    /// Whether a place is within reach, or nearer to that than a margin [m].
    bool at(const Vec3d& p, double margin = 0) const;
    /// Whether a ball there is in a wall, moving or not.
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
