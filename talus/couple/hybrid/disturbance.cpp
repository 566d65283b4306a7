#include "talus/couple/hybrid/disturbance.h"

namespace talus::couple {
namespace {

bool isNear(const environment::WallsAt& at, std::size_t wall, const Vec3d& position, double reach) {
    const Vec3d p = at.inFrame(wall, position);
    bool near = false;
    at.forFacesNear(wall, p, reach, [&](std::uint32_t face) {
        near |= environment::distanceTo(at.face(face), p).distance < reach;
    });
    return near;
}

/// The pose after some time of a wall that keeps its present velocity and spin. The wall follows a body, in
/// whose centre its frame has its origin.
environment::Pose extrapolated(const environment::Pose& pose, double time) {
    environment::Pose later = pose;
    later.rotation = rotationBy(pose.spin * time) * pose.rotation;
    later.shift += pose.velocityAt(pose.shift) * time;
    return later;
}

}  // namespace

Disturbance::Disturbance(const environment::Walls& walls, const environment::WallState& followed, double time,
                         double until, double reach)
    : at_(walls, time, followed) {
    const environment::WallsAt later(walls, until, followed);
    for (std::size_t w = 0; w < walls.bodies().size(); ++w) {
        if (!walls.moves(w)) continue;
        const bool follows = walls.bodies()[w].follows, deforms = walls.bodies()[w].deforms;
        const environment::Pose& now = at_.pose(w);
        const double drift = walls.drift(w, now, follows ? extrapolated(now, until - time) : later.pose(w));
        // Around a body sand stays grains even if the body rests: columns that rise into it would push it
        // out.
        if (follows || deforms || drift > 0) moving_.push_back({w, reach + drift});
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
