#include "talus/run/objects/wall_mesh.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/geometry/mesh/closed_mesh.h"
#include "talus/geometry/mesh/mesh_builder.h"

namespace talus::run {
namespace {

using environment::Wall;
using geometry::MeshBuilder;
using Kind = Wall::Kind;
/// Height along an axis and radius of each ring of a surface of revolution.
using Rings = std::vector<std::array<double, 2>>;

bool contains(const std::vector<std::string>& words, const char* word) {
    return std::ranges::find(words, word) != words.end();
}

/// Rings of a half of a ball, from its lower pole or to its upper one.
/// @param middle height of the centre
Rings halfBall(double radius, double middle, bool upper) {
    constexpr int quarter = exported_sides / 4;
    Rings rings;
    for (int k = 0; k <= quarter; ++k) {
        const double angle = 0.5 * std::numbers::pi * (upper ? k : k - quarter) / quarter;
        const bool pole = k == (upper ? quarter : 0);
        rings.push_back({middle + radius * std::sin(angle), pole ? 0 : radius * std::cos(angle)});
    }
    return rings;
}

/// A ball, or with two centres a capsule.
void addCapsule(MeshBuilder& mesh, const Vec3d& from, const Vec3d& to, double radius) {
    const double apart = length(to - from);
    Rings rings = halfBall(radius, 0, false);
    for (const auto& ring : halfBall(radius, apart, true)) rings.push_back(ring);
    mesh.revolve(from, apart > 0 ? (to - from) / apart : Vec3d{0, 0, 1}, rings, exported_sides);
}

/// A tube or cone with discs at its closed ends; facing outwards.
void addSwept(MeshBuilder& mesh, const geometry::Cone& cone, double end_radius, bool from, bool to) {
    const double height = length(cone.to - cone.from);
    Rings rings;
    if (from) rings.push_back({0, 0});
    rings.push_back({0, cone.radius});
    rings.push_back({height, end_radius});
    if (to) rings.push_back({height, 0});
    mesh.revolve(cone.from, (cone.to - cone.from) / height, rings, exported_sides);
}

/// The sides of a box, facing outwards.
void addBox(MeshBuilder& mesh, const geometry::Box& box, const std::vector<std::string>& open) {
    const auto at = [&](int corner) { return geometry::cornerOf(box, corner); };
    const auto side = [&](const char* name, int a, int b, int c, int d) {
        if (!contains(open, name)) mesh.quad(at(a), at(b), at(c), at(d));
    };
    side("-x", 0, 4, 6, 2);
    side("+x", 1, 3, 7, 5);
    side("-y", 0, 1, 5, 4);
    side("+y", 2, 6, 7, 3);
    side("-z", 0, 2, 3, 1);
    side("+z", 4, 5, 7, 6);
}

geometry::Mesh flipped(geometry::Mesh mesh) {
    for (auto& corners : mesh.triangles) std::swap(corners[1], corners[2]);
    return mesh;
}

/// The mesh of a file without triangles that have no area. A closed one faces outwards.
geometry::Mesh ofFile(const geometry::Mesh& mesh) {
    const geometry::Mesh own{mesh.points, mesh.triangles};
    const bool inwards = geometry::openSides(own) == 0 && geometry::volumeOf(own) < 0;
    return inwards ? flipped(own) : own;
}

}  // namespace

geometry::Mesh meshOf(const Wall& wall) {
    if (wall.deforms) return {};
    MeshBuilder mesh;
    switch (wall.kind) {
        case Kind::Plane: break;
        case Kind::Rectangle: {
            const auto& [corner, u, v] = wall.rectangle;
            mesh.quad(corner, corner + u, corner + u + v, corner + v);
            break;
        }
        case Kind::Disc:
            mesh.revolve(wall.disc.centre, normalized(wall.disc.normal),
                         {{0, wall.disc.radius}, {0, wall.disc.hole}}, exported_sides);
            break;
        case Kind::BoxInside: addBox(mesh, wall.box, wall.open); return flipped(mesh.take());
        case Kind::BoxOutside: addBox(mesh, wall.box, {}); break;
        case Kind::SphereInside:
            addCapsule(mesh, wall.sphere.centre, wall.sphere.centre, wall.sphere.radius);
            return flipped(mesh.take());
        case Kind::SphereOutside:
            addCapsule(mesh, wall.sphere.centre, wall.sphere.centre, wall.sphere.radius);
            break;
        case Kind::CylinderInside:
            addSwept(mesh, wall.cone, wall.cone.radius, contains(wall.caps, "from"),
                     contains(wall.caps, "to"));
            return flipped(mesh.take());
        case Kind::Cone:
            addSwept(mesh, wall.cone, wall.cone.end_radius, contains(wall.caps, "from"),
                     contains(wall.caps, "to"));
            return flipped(mesh.take());
        case Kind::CylinderOutside: addSwept(mesh, wall.cone, wall.cone.radius, true, true); break;
        case Kind::Capsule: addCapsule(mesh, wall.capsule.from, wall.capsule.to, wall.capsule.radius); break;
        case Kind::Mesh: return wall.mesh ? ofFile(*wall.mesh) : geometry::Mesh{};
    }
    return mesh.take();
}

}  // namespace talus::run
