#include "talus/network/step/move.h"

#include "talus/environment/wall_state.h"
#include "talus/exec/for_each.h"
#include "talus/network/fields.h"
#include "talus/network/step/masses.h"

namespace talus::network {
namespace {

/// Forces have no component along axes in which free masses do not move.
/// @param gain velocity that a force of 1 N gives in a step [m/s]
void moveFree(double gain, double dt, std::size_t count, const Vec3d* force, Vec3d* velocity,
              Vec3d* position) {
    for (std::size_t k = 0; k < count; ++k) {
        velocity[k] += force[k] * gain;
        position[k] += velocity[k] * dt;
    }
}

/// Moves rows with a wall. @param carried positions in its frame [m]
void carryTo(const environment::Pose& pose, const std::vector<Vec3d>& carried, double dt, std::size_t first,
             std::size_t last, exec::View<Vec3d> velocity, exec::View<Vec3d> position) {
    for (std::size_t i = first; i < last; ++i) {
        const Vec3d next = pose.toWorld(carried[i]);
        velocity[i] = (next - position[i]) / dt;
        position[i] = next;
    }
}

}  // namespace

step::Access Move::access() const {
    step::Access access{.reads = {{masses_table, &fields::position},
                                  {masses_table, &fields::velocity},
                                  {masses_table, &fields::group},
                                  {masses_table, &fields::force}},
                        .writes = {{masses_table, &fields::position}, {masses_table, &fields::velocity}},
                        .resizes = {}};
    for (const step::FieldRef& field : environment::wallStateFields(*setup->walls))
        access.reads.push_back(field);
    return access;
}

void Move::run(step::Step& step) const {
    const auto position = step.write(masses_table, fields::position);
    const auto velocity = step.write(masses_table, fields::velocity);
    const auto force = step.read(masses_table, fields::force);
    const auto group = step.read(masses_table, fields::group);
    // Poses at the end of the step.
    const environment::WallsAt walls(*setup->walls, step.time() + step.dt,
                                     environment::wallState(step, *setup->walls));
    const double dt = step.dt;
    const Setup& s = *setup;
    exec::for_each_range(step.exec, position.size(), [&, dt](std::size_t begin, std::size_t end) {
        forGroups(group, begin, end, [&](std::size_t g, std::size_t first, std::size_t last) {
            const GroupForces& of = s.group_forces[g];
            if (of.is_free)
                moveFree(dt / of.mass, dt, last - first, force.data() + first, velocity.data() + first,
                         position.data() + first);
            if (s.groups[g].kind != Masses::Kind::Moved || s.walls->bodies()[s.carrier[g]].follows) return;
            carryTo(walls.pose(s.carrier[g]), s.carried, dt, first, last, velocity, position);
        });
    });
}

bool Carry::isNeeded(const Setup& setup) {
    for (std::size_t g = 0; g < setup.groups.size(); ++g)
        if (setup.groups[g].kind == Masses::Kind::Moved && setup.walls->bodies()[setup.carrier[g]].follows)
            return true;
    return false;
}

step::Access Carry::access() const {
    step::Access access{.reads = {{masses_table, &fields::position}, {masses_table, &fields::group}},
                        .writes = {{masses_table, &fields::position}, {masses_table, &fields::velocity}},
                        .resizes = {}};
    for (const step::FieldRef& field : environment::wallStateFields(*setup->walls))
        access.reads.push_back(field);
    return access;
}

void Carry::run(step::Step& step) const {
    const auto position = step.write(masses_table, fields::position);
    const auto velocity = step.write(masses_table, fields::velocity);
    const auto group = step.read(masses_table, fields::group);
    const environment::WallsAt walls(*setup->walls, step.time(), environment::wallState(step, *setup->walls));
    const Setup& s = *setup;
    forGroups(group, 0, position.size(), [&](std::size_t g, std::size_t first, std::size_t last) {
        if (s.groups[g].kind == Masses::Kind::Moved && s.walls->bodies()[s.carrier[g]].follows)
            carryTo(walls.pose(s.carrier[g]), s.carried, step.dt, first, last, velocity, position);
    });
}

}  // namespace talus::network
