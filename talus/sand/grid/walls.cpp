#include "talus/sand/grid/walls.h"

#include <limits>

namespace talus::sand::grid {

SolidsNear::SolidsNear(const Contacts& contacts, const Vec3d& centre, double reach) : contacts_(contacts) {
    contacts.addFixed(centre, reach, near_);
    contacts.addMoving(centre, reach, near_);
}

Contacts::Touch SolidsNear::nearest(const Vec3d& x, double& distance) const {
    const environment::WallsAt& walls = contacts_.walls();
    const Boundaries& boundaries = contacts_.boundaries();
    Contacts::Touch touch;
    distance = std::numeric_limits<double>::infinity();
    for (const std::uint32_t face : near_.solid) {
        const environment::WallDistance d = walls.distance(face, x);
        if (!(d.distance < distance)) continue;
        distance = d.distance;
        const Vec3d point = x - d.normal * d.distance;
        const std::uint32_t wall = walls.face(face).wall;
        touch = {wall, d.normal, point, walls.velocityAt(face, point), boundaries.wall_friction[wall], 0};
    }
    if (near_.ground)
        if (const auto surface = geometry::surfaceAt(boundaries.ground->grid, contacts_.height(), x.x, x.y)) {
            const double above = (x.z - surface->height) * surface->normal.z;
            if (above < distance) {
                distance = above;
                touch = {static_cast<std::uint32_t>(boundaries.count()),
                         surface->normal,
                         x - surface->normal * above,
                         {},
                         boundaries.ground_friction,
                         0};
            }
        }
    return touch;
}

SolidAt SolidsNear::at(const Vec3d& x) const {
    double distance = 0;
    const Contacts::Touch touch = nearest(x, distance);
    return {distance, touch.velocity, touch.friction};
}

void SolidsNear::add(const Reaction& reaction, environment::Loads& loads) const {
    double distance = 0;
    Contacts::Touch touch = nearest(reaction.place, distance);
    touch.point = reaction.place;
    contacts_.addReaction(touch, -reaction.impulse, loads);
}

}  // namespace talus::sand::grid
