#include "talus/cloth/motion/followed_walls.h"

#include <algorithm>

namespace talus::cloth {

environment::WallState PoseColumns::views() const {
    const auto of = [](const std::vector<Vec3d>& v) { return exec::View<const Vec3d>{v.data(), v.size()}; };
    return {of(shift), of(axis_x), of(axis_y), of(velocity), of(spin)};
}

FollowedWalls::FollowedWalls(const Setup& setup, View<const Vec3d> met_shift, View<const Vec3d> met_axis_x,
                             View<const Vec3d> met_axis_y, const environment::WallState& now, double begin,
                             double dt)
    : setup_(setup), begin_(begin), dt_(dt), now_(begin) {
    for (std::size_t w = 0; w < setup.walls->bodies().size(); ++w) {
        if (!setup.walls->bodies()[w].follows) continue;
        Row row;
        row.wall = w;
        row.end = now.at(w);
        row.start = row.end;
        row.start.shift = met_shift[w];
        row.start.rotation = {met_axis_x[w], met_axis_y[w], cross(met_axis_x[w], met_axis_y[w])};
        // A body that enters does not come through the scene.
        if (environment::isAbsent(row.start) || environment::isAbsent(row.end)) row.start = row.end;
        row.rotation = rotationVector(row.end.rotation * inverse(row.start.rotation));
        rows_.push_back(row);
    }
}

environment::Pose FollowedWalls::way(const Row& row, double time) const {
    const double share = dt_ > 0 ? std::clamp((time - begin_) / dt_, 0.0, 1.0) : 1;
    const double per_time = dt_ > 0 ? 1 / dt_ : 0;
    environment::Pose pose = share < 1 - 1e-9 ? row.start : row.end;
    if (share < 1 - 1e-9) {
        pose.shift += (row.end.shift - row.start.shift) * share;
        pose.rotation = rotationBy(row.rotation * share) * row.start.rotation;
    }
    pose.spin = row.rotation * per_time;
    pose.velocity = (row.end.shift - row.start.shift) * per_time;
    return pose;
}

environment::Pose FollowedWalls::at(std::size_t index, double time) const {
    const Row& row = rows_[index];
    environment::Pose pose = way(row, time);
    if (row.pushed) {
        const double since = time - now_;
        pose.shift += row.shift + row.velocity * since;
        pose.rotation = rotationBy(row.spin * since) * row.turned_by * pose.rotation;
        pose.velocity += row.velocity;
        pose.spin += row.spin;
    }
    pose.velocity -= cross(pose.spin, pose.shift);
    return pose;
}

PoseColumns FollowedWalls::at(double time) const {
    PoseColumns columns;
    if (rows_.empty()) return columns;
    for (auto* column : {&columns.shift, &columns.axis_x, &columns.axis_y, &columns.velocity, &columns.spin})
        column->resize(setup_.walls->bodies().size());
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        const environment::Pose pose = at(r, time);
        const std::size_t w = rows_[r].wall;
        columns.shift[w] = pose.shift;
        columns.axis_x[w] = pose.rotation.x;
        columns.axis_y[w] = pose.rotation.y;
        columns.velocity[w] = pose.velocity;
        columns.spin[w] = pose.spin;
    }
    return columns;
}

void FollowedWalls::take(const BodyPaths& paths, double time, double h) {
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        Row& row = rows_[r];
        const BodyPaths::Body* body = nullptr;
        for (const BodyPaths::Body& one : paths.bodies())
            if (one.wall == row.wall) body = &one;
        if (body == nullptr || !body->free()) {
            row.shift += row.velocity * (time - now_);
            row.turned_by = rotationBy(row.spin * (time - now_)) * row.turned_by;
            continue;
        }
        const bool as_planned = body->shift == body->planned && body->rotation == body->planned_rotation;
        if (as_planned && body->push == Vec3d{} && !row.pushed) continue;
        row.pushed = true;
        const environment::Pose end = body->end_pose(), planned = way(row, time);
        row.shift = end.shift - planned.shift;
        row.turned_by = end.rotation * inverse(planned.rotation);
        row.velocity += body->push * (body->mobility.inverse_mass / h);
        row.spin += rotated(body->from.rotation, times(body->mobility.inverse_inertia,
                                                       rotatedBack(body->from.rotation, body->twist / h)));
    }
    now_ = time;
}

void FollowedWalls::kick(std::size_t wall, const Vec3d& place, const Vec3d& impulse) {
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        Row& row = rows_[r];
        if (row.wall != wall) continue;
        const environment::WallMobility& mobility = setup_.walls->bodies()[wall].mobility;
        const environment::Pose pose = at(r, now_);
        row.pushed = true;
        row.velocity += impulse * mobility.inverse_mass;
        row.spin += rotated(
            pose.rotation,
            times(mobility.inverse_inertia, rotatedBack(pose.rotation, cross(place - pose.shift, impulse))));
    }
}

void FollowedWalls::store(View<Vec3d> met_shift, View<Vec3d> met_axis_x, View<Vec3d> met_axis_y) const {
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        environment::Pose pose = at(r, begin_ + dt_);
        if (rows_[r].pushed) {
            // Round-off must not add up.
            pose.rotation.x = normalized(pose.rotation.x);
            pose.rotation.y =
                normalized(pose.rotation.y - pose.rotation.x * dot(pose.rotation.x, pose.rotation.y));
        }
        met_shift[rows_[r].wall] = pose.shift;
        met_axis_x[rows_[r].wall] = pose.rotation.x;
        met_axis_y[rows_[r].wall] = pose.rotation.y;
    }
}

}  // namespace talus::cloth
