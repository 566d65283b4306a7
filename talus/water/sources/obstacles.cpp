#include "talus/water/sources/obstacles.h"

#include <algorithm>
#include <limits>

#include "talus/geometry/mesh/closed_mesh.h"
#include "talus/water/sources/fill.h"

namespace talus::water {
namespace {

using Kind = environment::Wall::Kind;

/// A position this near to the surface of a mesh is on it, as a share of the spacing: round-off.
constexpr double on_surface = 1e-6;
/// Distance by which such a position is moved in front of the surface, as a share of the spacing: below the
/// resolution.
constexpr double in_front = 1e-3;

bool isSolid(const environment::Wall& wall) {
    if (wall.deforms) return false;
    switch (wall.kind) {
        case Kind::BoxOutside:
        case Kind::SphereOutside:
        case Kind::CylinderOutside:
        case Kind::Capsule: return true;
        case Kind::Mesh:
            return wall.mesh && geometry::openSides(*wall.mesh) == 0 && geometry::volumeOf(*wall.mesh) > 0;
        default: return false;
    }
}

geometry::Mesh placed(const environment::Wall& wall, std::size_t index, const environment::WallsAt& at) {
    geometry::Mesh mesh = *wall.mesh;
    if (at.moves(index))
        for (Vec3d& p : mesh.points) p = at.pose(index).toWorld(p);
    return mesh;
}

/// The mean outward normal of the triangles that contain a position; 0 if there are none.
Vec3d normalOn(std::size_t wall, const environment::WallsAt& at, const Vec3d& position, double reach) {
    Vec3d sum;
    at.forFacesNear(wall, at.inFrame(wall, position), reach, [&](std::size_t face) {
        if (!(at.distance(face, position).distance < reach)) return;
        const environment::WallFace& of = at.face(face);
        const Vec3d normal = normalized(cross(of.b - of.a, of.c - of.a));
        sum += at.moves(wall) ? rotated(at.pose(wall).rotation, normal) : normal;
    });
    return squaredLength(sum) > 0 ? normalized(sum) : Vec3d{};
}

/// Removes the positions inside a closed mesh. A position on its surface, to round-off, is moved in front of
/// it.
void removeInMesh(const ClosedMesh& closed, const environment::WallsAt& at, const Lattice& lattice,
                  std::vector<Vec3d>& positions) {
    const Crossings up = crossingsOf(closed.mesh, lattice);
    const geometry::Box bounds = boundsOf(closed.mesh);
    const double reach = on_surface * lattice.up;
    std::erase_if(positions, [&](Vec3d& p) {
        if (p.z < bounds.min.z - reach || p.z > bounds.max.z + reach) return false;
        const Vec3d normal = normalOn(closed.wall, at, p, reach);
        if (normal == Vec3d{}) return isInside(up[lattice.columnOf(p)], p.z);
        p += normal * (in_front * lattice.up);
        return false;
    });
}

}  // namespace

Obstacles::Obstacles(const std::vector<environment::Wall>& walls, const environment::WallsAt& at) {
    for (std::size_t w = 0; w < walls.size(); ++w) {
        is.push_back(isSolid(walls[w]) && !isAbsent(at.pose(w)));
        if (is[w] && walls[w].kind == Kind::Mesh) meshes.push_back({w, placed(walls[w], w, at)});
    }
}

bool Obstacles::any() const {
    return std::any_of(is.begin(), is.end(), [](std::uint8_t one) { return one != 0; });
}

void removeInObstacles(const SolidsAt& solids, const Obstacles& obstacles, const Lattice& lattice,
                       std::vector<Vec3d>& positions) {
    Clearance clearance;
    clearance.walls = -std::numeric_limits<double>::infinity();
    clearance.obstacles = -on_surface * lattice.up;
    clearance.obstacle = obstacles.is;
    removeInSolids(SolidsAt{solids.walls}, clearance, positions);
    for (const ClosedMesh& closed : obstacles.meshes) removeInMesh(closed, solids.walls, lattice, positions);
}

void removeVessels(const Lattice& lattice, const std::vector<Vec3d>& positions, Obstacles& obstacles) {
    std::erase_if(obstacles.meshes, [&](const ClosedMesh& closed) {
        const Crossings up = crossingsOf(closed.mesh, lattice);
        const bool holds_all =
            !positions.empty() && std::all_of(positions.begin(), positions.end(), [&](const Vec3d& p) {
                return isInside(up[lattice.columnOf(p)], p.z);
            });
        if (holds_all) obstacles.is[closed.wall] = 0;
        return holds_all;
    });
}

}  // namespace talus::water
