#include "talus/sand/boundary/contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talus/environment/wall_state.h"
#include "talus/sand/boundary/crossing.h"

namespace talus::sand {

Contacts::Contacts(const Boundaries& boundaries, const environment::WallsAt& walls,
                   exec::View<const double> height)
    : boundaries_(boundaries), walls_(walls), height_(height) {
    if (boundaries.ground && !height.empty()) ground_.emplace(boundaries.ground->grid, height);
    for (std::size_t w = 0; w < boundaries.count(); ++w) any_moves_ = any_moves_ || walls.moves(w);
}

ContactsOfStep::ContactsOfStep(const Boundaries& boundaries, const step::Step& step)
    : walls(*boundaries.walls, step.time(), environment::wallState(step, *boundaries.walls)),
      contacts(boundaries, walls,
               boundaries.ground ? step.read(boundaries.ground->table, *boundaries.ground->height)
                                 : exec::View<const double>{}) {}

void Contacts::add(std::size_t wall, const Vec3d& centre, double reach, Near& near) const {
    const SolidMeshes& meshes = boundaries_.solid_meshes;
    const Vec3d in_frame = walls_.inFrame(wall, centre);
    if (meshes.isClosed(wall)) {
        // The cheaper test first.
        if (!(geometry::squaredDistance(walls_.walls().bodies()[wall].bounds, in_frame) < reach * reach))
            return;
        if (walls_.distanceFromMesh(wall, centre).distance < reach)
            near.meshes.push_back(static_cast<std::uint32_t>(wall));
    }
    walls_.forFacesNear(wall, in_frame, reach, [&](std::size_t face) {
        if (meshes.isBacked(face) || !(walls_.distance(face, centre).distance < reach)) return;
        (walls_.face(face).thin() ? near.thin : near.solid).push_back(static_cast<std::uint32_t>(face));
    });
}

void Contacts::addFixed(const Vec3d& centre, double reach, Near& near) const {
    for (std::size_t w = 0; w < boundaries_.count(); ++w)
        if (!walls_.moves(w)) add(w, centre, reach, near);
    near.ground = ground_ && ground_->highestWithin(centre.x, centre.y, reach) > centre.z - reach;
}

void Contacts::addMoving(const Vec3d& centre, double reach, Near& near) const {
    for (std::size_t w = 0; w < boundaries_.count(); ++w)
        if (walls_.moves(w)) add(w, centre, reach, near);
}

bool Contacts::anyFreeBody(const Near& near) const {
    const auto isFree = [&](std::uint32_t wall) { return boundaries_.walls->isFreeBody(wall); };
    return std::any_of(near.solid.begin(), near.solid.end(),
                       [&](std::uint32_t face) { return isFree(walls_.face(face).wall); }) ||
           std::any_of(near.meshes.begin(), near.meshes.end(), isFree);
}

bool Contacts::touches(const Near& near, const Vec3d& p, double reach) const {
    if (near.ground && ground_->highestWithin(p.x, p.y, reach) > p.z - reach) return true;
    return touchesWalls(near, p, reach);
}

bool Contacts::touchesWalls(const Near& near, const Vec3d& p, double reach) const {
    return touchesSolidFaces(near, p, reach) || distanceFromMeshes(near, p) < reach ||
           touchesThin(near, p, reach);
}

bool Contacts::touchesSolidFaces(const Near& near, const Vec3d& p, double reach) const {
    return std::any_of(near.solid.begin(), near.solid.end(),
                       [&](std::uint32_t face) { return walls_.distance(face, p).distance < reach; });
}

double Contacts::distanceFromMeshes(const Near& near, const Vec3d& p) const {
    double least = std::numeric_limits<double>::infinity();
    for (const std::uint32_t wall : near.meshes)
        least = std::min(least, walls_.distanceFromMesh(wall, p).distance);
    return least;
}

bool Contacts::touchesThin(const Near& near, const Vec3d& p, double reach) const {
    bool any = false;
    forNear(near.thin, p, reach,
            [&](std::size_t k) { any = any || walls_.distance(near.thin[k], p).distance < reach; });
    return any;
}

Vec3d Contacts::frontOf(std::uint32_t face, const Vec3d& p) const {
    const std::uint32_t wall = walls_.face(face).wall;
    const Vec3d normal = ThinFace(walls_.face(face)).normal(walls_.inFrame(wall, p));
    return walls_.moves(wall) ? rotated(walls_.pose(wall).rotation, normal) : normal;
}

Touch Contacts::touchOf(std::uint32_t face, const Vec3d& point, const Vec3d& normal) const {
    const std::uint32_t wall = walls_.face(face).wall;
    return {wall, normal, point, walls_.velocityAt(face, point), boundaries_.wall_friction[wall]};
}

double Contacts::reachOf(std::uint32_t face) const {
    const environment::WallFace& of = walls_.face(face);
    return of.thin() ? on_surface : reachOfSolid(of.wall);
}

double Contacts::reachOfSolid(std::uint32_t wall) const {
    return boundaries_.walls->isFreeBody(wall) ? on_surface : in_front;
}

void Contacts::addGround(const Near& near, const Vec3d& node, double cell, std::vector<Touch>& found) const {
    if (!near.ground) return;
    const auto surface = geometry::surfaceAt(boundaries_.ground->grid, height_, node.x, node.y);
    if (!surface || !(node.z <= surface->height + in_front * cell)) return;
    found.push_back({static_cast<std::uint32_t>(boundaries_.count()),
                     surface->normal,
                     Vec3d{node.x, node.y, surface->height},
                     {},
                     boundaries_.ground_friction});
}

void Contacts::addReaction(const Touch& touch, const Vec3d& impulse, environment::Loads& loads) const {
    if (touch.wall == boundaries_.count()) {
        loads.ground.impulse -= impulse;
        loads.ground.angular_impulse -= cross(touch.point, impulse);
        return;
    }
    const Vec3d reference =
        walls_.pose(touch.wall).toWorld(boundaries_.walls->bodies()[touch.wall].reference);
    loads.walls[touch.wall].impulse -= impulse;
    loads.walls[touch.wall].angular_impulse -= cross(touch.point - reference, impulse);
}

}  // namespace talus::sand
