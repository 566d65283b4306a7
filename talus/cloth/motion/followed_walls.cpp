#include "talus/cloth/motion/followed_walls.h"

#include <algorithm>

namespace talus::cloth {

environment::WallState PoseColumns::views() const {
    const auto of = [](const std::vector<Vec3d>& v) { return exec::View<const Vec3d>{v.data(), v.size()}; };
    return {of(shift), of(turn_x), of(turn_y), of(velocity), of(spin)};
}

FollowedWalls::FollowedWalls(const Setup& setup, View<const Vec3d> met_shift, View<const Vec3d> met_turn_x,
                             View<const Vec3d> met_turn_y, const environment::WallState& now, double begin,
                             double dt)
    : setup_(setup), begin_(begin), dt_(dt), now_(begin) {
    for (std::size_t w = 0; w < setup.walls->bodies().size(); ++w) {
        if (!setup.walls->bodies()[w].follows) continue;
        Row row;
        row.wall = w;
        row.end = now.at(w);
        row.start = row.end;
        row.start.shift = met_shift[w];
        row.start.turn = {met_turn_x[w], met_turn_y[w], cross(met_turn_x[w], met_turn_y[w])};
        // A body that enters does not come through the scene.
        if (environment::isAbsent(row.start) || environment::isAbsent(row.end)) row.start = row.end;
        row.turn = rotationVector(row.end.turn * inverse(row.start.turn));
        rows_.push_back(row);
    }
}

environment::Pose FollowedWalls::way(const Row& row, double time) const {
    const double share = dt_ > 0 ? std::clamp((time - begin_) / dt_, 0.0, 1.0) : 1;
    const double per_time = dt_ > 0 ? 1 / dt_ : 0;
    environment::Pose pose = share < 1 - 1e-9 ? row.start : row.end;
    if (share < 1 - 1e-9) {
        pose.shift += (row.end.shift - row.start.shift) * share;
        pose.turn = rotationBy(row.turn * share) * row.start.turn;
    }
    pose.spin = row.turn * per_time;
    pose.velocity = (row.end.shift - row.start.shift) * per_time;
    return pose;
}

environment::Pose FollowedWalls::at(std::size_t index, double time) const {
    const Row& row = rows_[index];
    environment::Pose pose = way(row, time);
    if (row.pushed) {
        const double since = time - now_;
        pose.shift += row.shift + row.velocity * since;
        pose.turn = rotationBy(row.spin * since) * row.turned_by * pose.turn;
        pose.velocity += row.velocity;
        pose.spin += row.spin;
    }
    pose.velocity -= cross(pose.spin, pose.shift);
    return pose;
}

PoseColumns FollowedWalls::at(double time) const {
    PoseColumns columns;
    if (rows_.empty()) return columns;
    for (auto* column : {&columns.shift, &columns.turn_x, &columns.turn_y, &columns.velocity, &columns.spin})
        column->resize(setup_.walls->bodies().size());
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        const environment::Pose pose = at(r, time);
        const std::size_t w = rows_[r].wall;
        columns.shift[w] = pose.shift;
        columns.turn_x[w] = pose.turn.x;
        columns.turn_y[w] = pose.turn.y;
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
        const bool as_planned = body->shift == body->planned && body->turn == body->planned_turn;
        if (as_planned && body->push == Vec3d{} && !row.pushed) continue;
        row.pushed = true;
        const environment::Pose end = body->end_pose(), planned = way(row, time);
        row.shift = end.shift - planned.shift;
        row.turned_by = end.turn * inverse(planned.turn);
        row.velocity += body->push * (body->mobility.inverse_mass / h);
        row.spin += turned(body->from.turn, times(body->mobility.inverse_inertia,
                                                  turnedBack(body->from.turn, body->twist / h)));
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
        row.spin += turned(pose.turn, times(mobility.inverse_inertia,
                                            turnedBack(pose.turn, cross(place - pose.shift, impulse))));
    }
}

void FollowedWalls::store(View<Vec3d> met_shift, View<Vec3d> met_turn_x, View<Vec3d> met_turn_y) const {
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        environment::Pose pose = at(r, begin_ + dt_);
        if (rows_[r].pushed) {
            // Round-off must not add up.
            pose.turn.x = normalized(pose.turn.x);
            pose.turn.y = normalized(pose.turn.y - pose.turn.x * dot(pose.turn.x, pose.turn.y));
        }
        met_shift[rows_[r].wall] = pose.shift;
        met_turn_x[rows_[r].wall] = pose.turn.x;
        met_turn_y[rows_[r].wall] = pose.turn.y;
    }
}

}  // namespace talus::cloth
