#include "talus/cloth/motion/holding.h"

#include <algorithm>

namespace talus::cloth {

void addLoad(const Setup& setup, const ClothState& cloth, const environment::WallsAt& walls, std::size_t wall,
             const Vec3d& at, const Vec3d& impulse, const Vec3d& twist) {
    const bool moves = walls.moves(wall);
    const Vec3d about =
        moves ? walls.pose(wall).toWorld(setup.wall_references[wall]) : setup.wall_references[wall];
    cloth.impulse[wall] += impulse;
    cloth.angular_impulse[wall] += cross(at - about, impulse) + twist;
    if (cloth.pushed.empty() || !setup.walls->isFreeBody(wall)) return;
    cloth.pushed[wall] += impulse;
    cloth.twisted[wall] += cross(at - walls.pose(wall).shift, impulse) + twist;
}

bool Holding::holds(std::size_t row, double time) const {
    const auto& release = setup_.attachments[cloth_.held_entry[row]].release;
    return cloth_.broken[row] == 0 && (!release || time <= *release);
}

Vec3d Holding::anchorAt(std::size_t row, const environment::WallsAt& walls) const {
    const std::size_t wall = setup_.holder[cloth_.held_entry[row]];
    const Vec3d& anchor = cloth_.anchor[row];
    if (wall == Setup::no_holder) return anchor;
    return walls.moves(wall) ? walls.pose(wall).toWorld(anchor) : anchor;
}

void Holding::mark(double time) {
    now_ = time;
    for (std::size_t p = 0; p < cloth_.points(); ++p) cloth_.mobility[p] = 1 / cloth_.inertia(p);
    for (std::size_t row = 0; row < cloth_.held_point.size(); ++row)
        if (firm(row) && holds(row, time)) cloth_.mobility[cloth_.held_point[row]] = 0;
}

void Holding::place(const environment::WallsAt& walls, double time) {
    for (std::size_t row = 0; row < cloth_.held_point.size(); ++row)
        if (firm(row) && holds(row, time)) cloth_.position[cloth_.held_point[row]] = anchorAt(row, walls);
}

void Holding::addForces(const environment::WallsAt& walls) {
    scratch_.anchor_multiplier.assign(cloth_.held_point.size(), {});
    for (std::size_t row = 0; row < cloth_.held_point.size(); ++row) {
        if (firm(row) || !holds(row, now_)) continue;
        const Attachment& attachment = setup_.attachments[cloth_.held_entry[row]];
        const std::uint32_t p = cloth_.held_point[row];
        const Vec3d at = anchorAt(row, walls);
        const std::size_t wall = setup_.holder[cloth_.held_entry[row]];
        const Vec3d moving =
            wall != Setup::no_holder && walls.moves(wall) ? walls.pose(wall).velocityAt(at) : Vec3d{};
        const Vec3d force = (cloth_.position[p] - at) * -*attachment.stiffness -
                            (cloth_.velocity[p] - moving) * attachment.damping;
        cloth_.force[p] += force;
        scratch_.anchor_multiplier[row] = force;
    }
}

void Holding::beginSolve() { scratch_.anchor_multiplier.assign(cloth_.held_point.size(), {}); }

void Holding::solve(const environment::WallsAt& from, const environment::WallsAt& to, double h) {
    for (std::size_t row = 0; row < cloth_.held_point.size(); ++row) {
        if (firm(row) || !holds(row, now_)) continue;
        const Attachment& attachment = setup_.attachments[cloth_.held_entry[row]];
        const std::uint32_t p = cloth_.held_point[row];
        const double w = cloth_.mobility[p];
        if (!(w > 0)) continue;
        const Vec3d at = anchorAt(row, to), before = anchorAt(row, from);
        const double k = *attachment.stiffness, a = 1 / (k * h * h), g = attachment.damping / (k * h);
        Vec3d& sum = scratch_.anchor_multiplier[row];
        const Vec3d c =
            (cloth_.position[p] - at) + sum * a + (cloth_.position[p] - cloth_.start[p] - (at - before)) * g;
        const Vec3d push = c * (-1 / ((1 + g) * w + a));
        sum += push;
        cloth_.position[p] += push * w;
    }
}

void Holding::addLoads(const environment::WallsAt& walls, double h, bool implicit) {
    for (std::size_t row = 0; row < cloth_.held_point.size(); ++row) {
        if (!holds(row, now_)) continue;
        const std::uint32_t p = cloth_.held_point[row];
        // Of the cloth on what holds it. At a firm point: all that acts on it, less what changes its own
        // momentum.
        const Vec3d gained = (cloth_.velocity[p] - scratch_.old_velocity[p]) * cloth_.inertia(p);
        const Vec3d impulse = firm(row) ? cloth_.reaction[p] / h + cloth_.force[p] * h - gained
                                        : -scratch_.anchor_multiplier[row] * (implicit ? 1 / h : h);
        const Attachment& attachment = setup_.attachments[cloth_.held_entry[row]];
        if (attachment.breaks_at && length(impulse) > *attachment.breaks_at * h) cloth_.broken[row] = 1;
        const std::size_t wall = setup_.holder[cloth_.held_entry[row]];
        if (wall == Setup::no_holder) continue;
        addLoad(setup_, cloth_, walls, wall, cloth_.position[p], impulse);
        around_.followed().kick(wall, cloth_.position[p], impulse);
    }
}

}  // namespace talus::cloth
