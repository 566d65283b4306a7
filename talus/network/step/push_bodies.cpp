#include "talus/network/step/push_bodies.h"

#include <algorithm>

#include "talus/environment/wall_impulses.h"
#include "talus/environment/wall_state.h"
#include "talus/exec/for_each.h"
#include "talus/network/fields.h"
#include "talus/network/step/wall_forces.h"

namespace talus::network {
namespace {

namespace ef = environment::fields;
using environment::wall_impulses_table;

/// On a body, with the torque about the origin of its frame.
struct Load {
    Vec3d force;   ///< [N]
    Vec3d torque;  ///< [N m]

    void add(const Vec3d& of, const Vec3d& lever) {
        force += of;
        torque += cross(lever, of);
    }
};

bool actsOn(const Setup& setup, std::size_t group, std::size_t wall) {
    const auto& links = setup.at_walls[group];
    return (setup.group_forces[group].is_load && setup.carrier[group] == wall) ||
           std::any_of(links.begin(), links.end(), [&](const auto& link) { return link.first == wall; });
}

}  // namespace

bool PushBodies::isNeeded(const Setup& setup) {
    for (std::size_t wall = 0; wall < setup.walls->bodies().size(); ++wall)
        for (std::size_t g = 0; g < setup.groups.size(); ++g)
            if (setup.walls->isFreeBody(wall) && actsOn(setup, g, wall)) return true;
    return false;
}

step::Access PushBodies::access() const {
    step::Access access{.reads = massFields(), .writes = environment::wallImpulseFields(), .resizes = {}};
    access.reads.push_back({masses_table, &fields::force});
    for (const auto& more : {environment::wallImpulseFields(), environment::wallStateFields(*setup->walls)})
        access.reads.insert(access.reads.end(), more.begin(), more.end());
    return access;
}

void PushBodies::run(step::Step& step) const {
    const MassViews masses = readMasses(step);
    const auto force = step.read(masses_table, fields::force);
    const auto impulse = step.write(wall_impulses_table, ef::wall_impulse);
    const auto angular = step.write(wall_impulses_table, ef::wall_angular_impulse);
    const environment::WallsAt walls(*setup->walls, step.time(), environment::wallState(step, *setup->walls));
    // Parts of the rows are summed in their order, so that the sum does not depend on the number of threads.
    std::vector<Load> parts((masses.position.size() + exec::default_grain - 1) / exec::default_grain);
    for (std::size_t wall = 0; wall < setup->walls->bodies().size(); ++wall) {
        if (!setup->walls->isFreeBody(wall)) continue;
        const Vec3d origin = walls.pose(wall).shift;
        exec::for_each_range(step.exec, masses.position.size(), [&](std::size_t begin, std::size_t end) {
            Formulas formulas(*setup);
            Load load;
            for (std::size_t i = begin; i < end; ++i) {
                const std::size_t g = masses.group[i];
                if (setup->group_forces[g].is_load && setup->carrier[g] == wall)
                    load.add(force[i], masses.position[i] - origin);
                for (const auto& [met, link] : setup->at_walls[g])
                    if (met == wall)
                        forWallForces(
                            *setup, walls, wall, setup->laws[link], masses.position[i], masses.velocity[i],
                            formulas,
                            [&](const Vec3d& on_mass, const Vec3d& at) { load.add(-on_mass, at - origin); });
            }
            parts[begin / exec::default_grain] = load;
        });
        for (const Load& part : parts) {
            impulse[wall] += part.force * step.dt;
            angular[wall] += part.torque * step.dt;
        }
    }
}

}  // namespace talus::network
