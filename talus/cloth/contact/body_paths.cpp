#include "talus/cloth/contact/body_paths.h"

#include <algorithm>

namespace talus::cloth {

void BodyPaths::Body::pushAt(const Vec3d& x, const Vec3d& correction) {
    pushLater(x, correction);
    shift += correction * mobility.inverse_mass;
    const Vec3d about = rotatedBack(from.rotation, cross(x - from.shift, correction));
    rotation += rotated(from.rotation, times(mobility.inverse_inertia, about));
}

void BodyPaths::Body::pushLater(const Vec3d& x, const Vec3d& correction) {
    push += correction;
    twist += cross(x - from.shift, correction);
}

environment::Pose BodyPaths::Body::end_pose() const {
    return {rotationBy(rotation) * from.rotation, from.shift + shift, from.velocity, from.spin};
}

void BodyPaths::begin(const environment::Walls& walls, const ObstacleShapes& shapes, std::size_t cloth_points,
                      const environment::WallsAt& from, const environment::WallsAt& to) {
    shapes_ = &shapes;
    cloth_points_ = cloth_points;
    bodies_.clear();
    held_.clear();
    holder_.clear();
    row_of_wall_.assign(walls.bodies().size(), none);
    for (std::size_t w = 0; w < walls.bodies().size(); ++w) {
        if (!walls.bodies()[w].follows) continue;
        const auto range = std::equal_range(
            shapes.wall.begin(), shapes.wall.begin() + static_cast<std::ptrdiff_t>(shapes.first_ground_point),
            static_cast<std::uint16_t>(w));
        Body body;
        body.wall = static_cast<std::uint16_t>(w);
        body.first = static_cast<std::uint32_t>(cloth_points +
                                                static_cast<std::size_t>(range.first - shapes.wall.begin()));
        body.end = static_cast<std::uint32_t>(cloth_points +
                                              static_cast<std::size_t>(range.second - shapes.wall.begin()));
        body.mobility = walls.bodies()[w].mobility;
        body.from = from.pose(w);
        body.planned = to.pose(w).shift - body.from.shift;
        body.planned_rotation = rotationVector(to.pose(w).rotation * inverse(body.from.rotation));
        row_of_wall_[w] = static_cast<std::uint16_t>(bodies_.size());
        bodies_.push_back(body);
    }
    restart();
}

void BodyPaths::holds(std::uint32_t point, std::size_t wall, const Vec3d& anchor) {
    if (holder_.empty()) holder_.assign(cloth_points_, none);
    holder_[point] = static_cast<std::uint16_t>(wall);
    held_.push_back({point, static_cast<std::uint16_t>(wall), anchor});
}

void BodyPaths::restart() {
    for (Body& body : bodies_) {
        body.shift = body.planned;
        body.rotation = body.planned_rotation;
        body.push = body.twist = {};
        body.held_back = 0;
    }
}

void BodyPaths::place(const Body& body, View<const Vec3d> from, View<Vec3d> move) const {
    const environment::Pose end = body.end_pose();
    for (std::uint32_t p = body.first; p < body.end; ++p)
        move[p] = end.toWorld(shapes_->points[p - cloth_points_]) - from[p];
    for (const Held& held : held_)
        if (held.wall == body.wall) move[held.point] = end.toWorld(held.anchor) - from[held.point];
}

void BodyPaths::shorten(Body& body, double share) {
    body.shift *= share;
    body.rotation *= share;
}

void BodyPaths::holdBack(Body& body, const Vec3d& x, const Vec3d& n, double now, double limit,
                         bool shorten) const {
    // Pushes find where the body can still go. Should they chase each other, the way is made shorter, and
    // none is always allowed.
    constexpr int pushes = 200, shortenings = 60;
    ++body.held_back;
    const double there = dot(n, body.moveAt(x));
    if (!shorten && body.held_back <= pushes && there > limit) {
        body.pushAt(x, n * (-(there - limit) * (1 + 1e-9) / body.mobilityAt(x, n)));
        return;
    }
    const double share = body.held_back > pushes + shortenings ? 0 : std::max(0.0, limit / now * (1 - 1e-9));
    BodyPaths::shorten(body, std::min(share, 0.95));
}

}  // namespace talus::cloth
