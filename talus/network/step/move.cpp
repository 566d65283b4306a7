#include "talus/network/step/move.h"

#include "talus/environment/wall_state.h"
#include "talus/exec/for_each.h"
#include "talus/network/fields.h"

namespace talus::network {

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
    // Poses at the end of the step; of walls that follow a body, which moves in its own step, as they are
    // now.
    const environment::WallsAt walls(*setup->walls, step.time() + step.dt,
                                     environment::wallState(step, *setup->walls));
    const double dt = step.dt;
    const Vec3d axes = setup->axes;
    const Setup& s = *setup;
    exec::for_each(step.exec, position.size(), [&, dt](std::size_t i) {
        const GroupForces& of = s.group_forces[group[i]];
        if (of.is_free) {
            const Vec3d gained = force[i] * (dt / of.mass);
            velocity[i] += Vec3d{gained.x * axes.x, gained.y * axes.y, gained.z};
            position[i] += velocity[i] * dt;
            return;
        }
        if (s.groups[group[i]].kind == Masses::Kind::Fixed) return;
        const Vec3d next = walls.pose(s.carrier[group[i]]).place(s.carried[i]);
        velocity[i] = (next - position[i]) / dt;
        position[i] = next;
    });
}

}  // namespace talus::network
