#include "talus/sand/grid/walls.h"

#include <limits>

namespace talus::sand::grid {
namespace {

/// So many thin faces are all tried at every position; of more, those near it are looked up.
constexpr std::size_t few = 16;

}  // namespace

SolidsNear::SolidsNear(const Contacts& contacts, const Vec3d& centre, double reach,
                       const std::vector<Gain>& gains)
    : contacts_(contacts), gains_(gains) {
    contacts.addFixed(centre, reach, near_);
    contacts.addMoving(centre, reach, near_);
    body_of_.assign(contacts.boundaries().count(), -1);
    for (const std::uint32_t face : near_.solid) addBody(contacts.walls().face(face).wall);
    for (const std::uint32_t wall : near_.meshes) addBody(wall);
    if (near_.thin.size() <= few)
        for (const std::uint32_t face : near_.thin) thin_.emplace_back(contacts.walls().face(face));
}

void SolidsNear::addBody(std::uint32_t wall) {
    if (!contacts_.boundaries().walls->isFreeBody(wall) || body_of_[wall] >= 0) return;
    body_of_[wall] = static_cast<int>(bodies_.size());
    bodies_.push_back(freeBodyOf(contacts_.walls(), wall));
    const auto& [velocity, spin, about] = gains_[wall];
    bodies_.back().gain = {velocity.x, velocity.y, velocity.z, spin.x, spin.y, spin.z};
}

Touch SolidsNear::nearest(const Vec3d& x, bool with_thin, double& distance) const {
    const environment::WallsAt& walls = contacts_.walls();
    const Boundaries& boundaries = contacts_.boundaries();
    Touch touch;
    distance = std::numeric_limits<double>::infinity();
    const auto take = [&](std::uint32_t face, const environment::WallDistance& d) {
        if (!(d.distance < distance)) return;
        distance = d.distance;
        const Vec3d point = x - d.normal * d.distance;
        const std::uint32_t wall = walls.face(face).wall;
        touch = {wall, d.normal, point, walls.velocityAt(face, point), boundaries.wall_friction[wall]};
    };
    for (const std::uint32_t face : near_.solid) take(face, walls.distance(face, x));
    for (const std::uint32_t wall : near_.meshes)
        if (boundaries.solid_meshes.isSolid(wall))
            take(walls.walls().bodies()[wall].first_face, walls.distanceFromMesh(wall, x));
    if (with_thin)
        for (const std::uint32_t face : near_.thin) take(face, walls.distance(face, x));
    if (near_.ground)
        if (const auto surface = geometry::surfaceAt(boundaries.ground->grid, contacts_.height(), x.x, x.y)) {
            const double above = (x.z - surface->height) * surface->normal.z;
            if (above < distance) {
                distance = above;
                touch = {static_cast<std::uint32_t>(boundaries.count()),
                         surface->normal,
                         x - surface->normal * above,
                         {},
                         boundaries.ground_friction};
            }
        }
    return touch;
}

SolidAt SolidsNear::at(const Vec3d& x) const {
    double distance = 0;
    const Touch touch = nearest(x, false, distance);
    const int body = touch.wall < body_of_.size() ? body_of_[touch.wall] : -1;
    return {distance, body >= 0 ? touch.velocity + gains_[touch.wall].at(x) : touch.velocity, touch.friction,
            body, touch.normal};
}

ThinBetween SolidsNear::between(const Vec3d& from, const Vec3d& to) const {
    const environment::WallsAt& walls = contacts_.walls();
    const auto try_face = [&](std::uint32_t f, const ThinFace& face) -> ThinBetween {
        const std::uint32_t wall = walls.face(f).wall;
        if (!face.crosses(face.at(walls.inFrame(wall, from)), face.at(walls.inFrame(wall, to)), 0)) return {};
        const Vec3d middle = (from + to) * 0.5;
        return {true, walls.velocityAt(f, middle), contacts_.boundaries().wall_friction[wall]};
    };
    ThinBetween found;
    if (near_.thin.size() <= few) {
        for (std::size_t k = 0; k < thin_.size() && !found.crossed; ++k)
            found = try_face(near_.thin[k], thin_[k]);
        return found;
    }
    auto local = local_.borrow();
    local->clear();
    const double reach = length(to - from);
    contacts_.addFixed(to, reach, *local);
    contacts_.addMoving(to, reach, *local);
    for (std::size_t k = 0; k < local->thin.size() && !found.crossed; ++k)
        found = try_face(local->thin[k], ThinFace(walls.face(local->thin[k])));
    return found;
}

void SolidsNear::add(const Reaction& reaction, environment::Loads& loads) const {
    double distance = 0;
    Touch touch = nearest(reaction.position, true, distance);
    touch.point = reaction.position;
    contacts_.addReaction(touch, -reaction.impulse, loads);
}

}  // namespace talus::sand::grid
