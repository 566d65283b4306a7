#include "talus/sand/boundary/solid_meshes.h"

#include <algorithm>
#include <array>

#include "talus/geometry/mesh/closed_mesh.h"
#include "talus/geometry/mesh/signed_distance.h"

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
                         double cell)
    : closed_(scene.size(), 0), solid_(scene.size(), 0), backed_(walls.faces().size(), 0) {
    for (std::size_t w = 0; w < scene.size(); ++w) {
        if (!faceOutwards(scene[w])) continue;
        closed_[w] = 1;
        const environment::WallBody& body = walls.bodies()[w];
        for (std::uint32_t f = body.first_face; f < body.end_face; ++f) {
            backed_[f] = hasInside(*body.tree, *scene[w].mesh, walls.faces()[f], least_thickness * cell);
            solid_[w] |= backed_[f];
        }
    }
}

environment::WallDistance distanceFromMesh(const environment::WallsAt& walls, std::size_t wall,
                                           const Vec3d& x) {
    const environment::WallBody& body = walls.walls().bodies()[wall];
    const auto corners = [&](std::uint32_t triangle) {
        const environment::WallFace& face = walls.face(body.first_face + triangle);
        return std::array<Vec3d, 3>{face.a, face.b, face.c};
    };
    const auto [distance, normal] = geometry::signedDistance(*body.tree, corners, walls.inFrame(wall, x));
    return {distance, walls.moves(wall) ? rotated(walls.pose(wall).rotation, normal) : normal,
            environment::Side::None, false};
}

bool isNearMesh(const environment::WallsAt& walls, std::size_t wall, const Vec3d& x, double reach) {
    const environment::WallBody& body = walls.walls().bodies()[wall];
    const Vec3d p = walls.inFrame(wall, x);
    bool near = false;
    const auto squared = [&](std::uint32_t triangle) {
        const double distance = environment::distanceTo(walls.face(body.first_face + triangle), p).distance;
        near = near || distance < reach;
        return near ? 0 : distance * distance;  // one is enough
    };
    body.tree->nearest(p, squared, reach);
    return near;
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
