#include "talus/sand/boundary/solid_meshes.h"

#include <algorithm>
#include <array>

#include "talus/geometry/mesh/closed_mesh.h"

namespace talus::sand {
namespace {

/// The inside of a mesh counts as solid from this thickness on, in cells. Particles on the two sides of a
/// part that is thinner would share nodes with large weights. Chosen: a node in the middle has at most 1/8 of
/// the weight of a particle on the surface.
constexpr double least_thickness = 2;

/// Normals less than 45 degrees apart are those of one side, as in a rounded surface.
constexpr double same_side = 0.7;

bool faceOutwards(const environment::Wall& wall) {
    return wall.kind == environment::Wall::Kind::Mesh && wall.mesh && !wall.deforms &&
           geometry::openSides(*wall.mesh) == 0 && geometry::volumeOf(*wall.mesh) > 0;
}

/// Whether a wall has one of these boxes inside.
bool isVessel(const environment::Wall& wall, const std::vector<geometry::Box>& sources) {
    if (wall.follows) return false;
    const geometry::Box box = boundsOf(*wall.mesh);
    return std::any_of(sources.begin(), sources.end(), [&](const geometry::Box& source) {
        const Vec3d low = source.min - box.min, high = box.max - source.max;
        return std::min({low.x, low.y, low.z, high.x, high.y, high.z}) >= 0 &&
               geometry::encloses(*wall.mesh, (source.min + source.max) * 0.5);
    });
}

Vec3d normalOf(const environment::WallFace& triangle) {
    return normalized(cross(triangle.b - triangle.a, triangle.c - triangle.a));
}

/// Whether the inside of a closed mesh reaches far enough behind the middle of a triangle.
bool hasInside(const geometry::TriangleTree& tree, const geometry::Mesh& mesh,
               const environment::WallFace& triangle, double thickness) {
    const Vec3d middle = (triangle.a + triangle.b + triangle.c) / 3.0, normal = normalOf(triangle);
    constexpr double itself = 1e-6;  // of the thickness
    const auto next = tree.firstOnLine(mesh, middle, -normal * thickness, itself);
    return !next || *next >= 1;
}

}  // namespace

SolidMeshes::SolidMeshes(const std::vector<environment::Wall>& scene, const environment::Walls& walls,
                         double cell, const std::vector<geometry::Box>& sources)
    : closed_(scene.size(), 0), solid_(scene.size(), 0), backed_(walls.faces().size(), 0) {
    for (std::size_t w = 0; w < scene.size(); ++w) {
        if (!faceOutwards(scene[w]) || isVessel(scene[w], sources)) continue;
        closed_[w] = 1;
        const environment::WallBody& body = walls.bodies()[w];
        for (std::uint32_t f = body.first_face; f < body.end_face; ++f) {
            backed_[f] = hasInside(*body.tree, *scene[w].mesh, walls.faces()[f], least_thickness * cell);
            solid_[w] |= backed_[f];
        }
    }
}

void findMeshSides(const environment::WallsAt& walls, std::size_t wall, const Vec3d& x, double reach,
                   double tolerance, std::vector<environment::WallDistance>& sides) {
    sides.clear();
    const Vec3d p = walls.inFrame(wall, x);
    struct Found {
        double away;      ///< distance from the triangle
        double distance;  ///< from its plane
        Vec3d normal;
    };
    std::vector<Found> found;
    walls.forFacesNear(wall, p, reach, [&](std::size_t f) {
        const environment::WallFace& face = walls.face(f);
        const Vec3d normal = normalOf(face);
        const double distance = dot(p - face.a, normal);
        if (distance > tolerance) return;
        const double away = environment::distanceTo(face, p).distance;
        if (away < reach) found.push_back({away, distance, normal});
    });
    std::stable_sort(found.begin(), found.end(),
                     [](const Found& a, const Found& b) { return a.away < b.away; });
    std::vector<Vec3d> normals;
    for (const Found& one : found) {
        if (std::any_of(normals.begin(), normals.end(),
                        [&](const Vec3d& n) { return dot(n, one.normal) > same_side; }))
            continue;
        normals.push_back(one.normal);
        const Vec3d normal = walls.moves(wall) ? rotated(walls.pose(wall).rotation, one.normal) : one.normal;
        sides.push_back({one.distance, normal, environment::Side::None, false});
    }
}

}  // namespace talus::sand
