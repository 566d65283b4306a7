#pragma once
#include <optional>
#include <utility>
#include <vector>

#include "talus/network/step/masses.h"

namespace talus::network {

/// Calls take(force on the mass, point of the wall) for what a link to a wall does to a mass. The faces whose
/// nearest point is inside of them act, and the nearest face.
template <class Take>
void forWallForces(const Setup& setup, const environment::WallsAt& walls, std::size_t wall,
                   const LinkLaw& law, const Vec3d& position, const Vec3d& velocity, Formulas& formulas,
                   Take take) {
    std::optional<std::pair<std::uint32_t, environment::WallDistance>> nearest;
    std::vector<std::pair<std::uint32_t, environment::WallDistance>> acting;
    walls.forFacesNear(wall, walls.inFrame(wall, position), law.reach, [&](std::uint32_t face) {
        const environment::WallDistance found = walls.distance(face, position);
        if (!(found.distance < law.reach)) return;
        if (!found.at_edge) acting.emplace_back(face, found);
        if (!nearest || found.distance < nearest->second.distance) nearest.emplace(face, found);
    });
    if (nearest && nearest->second.at_edge) acting.push_back(*nearest);
    const double dt = setup.step();
    for (const auto& [face, found] : acting) {
        const Vec3d apart = found.normal * -found.distance;  // from the mass to the wall
        const Vec3d at = position + apart;
        const Vec3d moved = setup.project(walls.velocityAt(face, at) - velocity) * dt;
        // Behind a solid face the distance is negative: the law sees it as 0, and its direction is the
        // normal.
        if (found.distance > 0) {
            take(forceOf(law, {apart, apart - moved, dt}, formulas), at);
        } else {
            const Vec3d small = found.normal * -1e-9;
            take(forceOf(law, {small, small - moved, dt}, formulas) +
                     found.normal * (-found.distance * law.stiffness),
                 at);
        }
    }
}

}  // namespace talus::network
