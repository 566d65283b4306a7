#include "talus/couple/hybrid/disturbance.h"

namespace talus::couple {
namespace {

bool isNear(const environment::WallsAt& at, std::size_t wall, const Vec3d& place, double reach) {
    const Vec3d p = at.inFrame(wall, place);
    bool near = false;
    at.walls().forFacesNear(wall, p, reach, [&](std::uint32_t face) {
        near |= environment::distanceTo(at.walls().faces()[face], p).distance < reach;
    });
    return near;
}

/// Where a wall gets to that goes on as it moves now. Its frame begins in what it follows.
environment::Pose goneOn(const environment::Pose& pose, double time) {
    environment::Pose later = pose;
    later.turn = rotationBy(pose.spin * time) * pose.turn;
    later.shift += pose.velocityAt(pose.shift) * time;
    return later;
}

}  // namespace

Disturbance::Disturbance(const environment::Walls& walls, const environment::FollowedPoses& followed,
                         double time, double until, double reach)
    : at_(walls, time, followed) {
    const environment::WallsAt later(walls, until, followed);
    for (std::size_t w = 0; w < walls.bodies().size(); ++w) {
        if (!walls.moves(w)) continue;
        const bool follows = walls.bodies()[w].follows;
        const environment::Pose& now = at_.pose(w);
        const double way = walls.drift(w, now, follows ? goneOn(now, until - time) : later.pose(w));
        // Around a body sand stays grains, also where it rests: columns that rise into it would push it out.
        if (follows || way > 0) moving_.push_back({w, reach + way});
    }
}

bool Disturbance::at(const Vec3d& p, double margin) const {
    for (const auto& [wall, reach] : moving_)
        if (isNear(at_, wall, p, reach + margin)) return true;
    return false;
}

bool Disturbance::inWall(const Vec3d& centre, double radius) const {
    for (std::size_t w = 0; w < at_.walls().bodies().size(); ++w)
        if (isNear(at_, w, centre, radius)) return true;
    return false;
}

}  // namespace talus::couple
