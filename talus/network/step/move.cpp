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
    // Poses at the end of the step; of walls that follow a body, which moves in its own step, as they are
    // now.
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
            if (s.groups[g].kind != Masses::Kind::Moved) return;
            for (std::size_t i = first; i < last; ++i) {
                const Vec3d next = walls.pose(s.carrier[g]).place(s.carried[i]);
                velocity[i] = (next - position[i]) / dt;
                position[i] = next;
            }
        });
    });
}

}  // namespace talus::network
