#include "talus/cloth/contact/surface_of_wall.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "talus/geometry/mesh/mesh_builder.h"

namespace talus::cloth {
namespace {

constexpr int sides = 24;
/// Sides of a polygon around a circle are this much farther out than those inside of it.
const double outside = 1 / std::cos(std::numbers::pi / sides);

using Surface = geometry::MeshBuilder;

bool lists(const std::vector<std::string>& words, const char* word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

void addBox(Surface& surface, const geometry::Box& box, const std::vector<std::string>& open) {
    const auto at = [&](int x, int y, int z) {
        return Vec3d{x != 0 ? box.max.x : box.min.x, y != 0 ? box.max.y : box.min.y,
                     z != 0 ? box.max.z : box.min.z};
    };
    if (!lists(open, "-x")) surface.quad(at(0, 0, 0), at(0, 1, 0), at(0, 1, 1), at(0, 0, 1));
    if (!lists(open, "+x")) surface.quad(at(1, 0, 0), at(1, 1, 0), at(1, 1, 1), at(1, 0, 1));
    if (!lists(open, "-y")) surface.quad(at(0, 0, 0), at(1, 0, 0), at(1, 0, 1), at(0, 0, 1));
    if (!lists(open, "+y")) surface.quad(at(0, 1, 0), at(1, 1, 0), at(1, 1, 1), at(0, 1, 1));
    if (!lists(open, "-z")) surface.quad(at(0, 0, 0), at(1, 0, 0), at(1, 1, 0), at(0, 1, 0));
    if (!lists(open, "+z")) surface.quad(at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1));
}

/// Rings of a ball of this radius, from pole to pole.
std::vector<std::array<double, 2>> ballRings(double radius, double middle, bool lower, bool upper) {
    std::vector<std::array<double, 2>> rings;
    for (int k = 0; k <= sides / 2; ++k) {
        const double angle = std::numbers::pi * k / (sides / 2);
        const double z = -radius * std::cos(angle);
        if ((z <= 0 && lower) || (z >= 0 && upper))
            rings.push_back({middle + z, k == 0 || k == sides / 2 ? 0 : radius * std::sin(angle)});
    }
    return rings;
}

/// A tube or cone, with discs at its closed ends.
void addSwept(Surface& surface, const geometry::Cone& cone, double end_radius, double grow, bool from,
              bool to) {
    const Vec3d along = cone.to - cone.from;
    const double length_of = length(along);
    std::vector<std::array<double, 2>> rings;
    if (from) rings.push_back({0, 0});
    rings.push_back({0, cone.radius * grow});
    rings.push_back({length_of, end_radius * grow});
    if (to) rings.push_back({length_of, 0});
    surface.revolve(cone.from, along / length_of, rings, sides);
}

}  // namespace

geometry::Mesh surfaceOf(const environment::Wall& wall) {
    using Kind = environment::Wall::Kind;
    Surface surface;
    const Vec3d up{0, 0, 1};
    switch (wall.kind) {
        case Kind::Plane: break;
        case Kind::Rectangle: {
            const geometry::Rectangle& r = wall.rectangle;
            surface.quad(r.corner, r.corner + r.u, r.corner + r.u + r.v, r.corner + r.v);
            break;
        }
        case Kind::Disc: {
            const geometry::Disc& d = wall.disc;
            surface.revolve(d.centre, normalized(d.normal), {{0, d.hole}, {0, d.radius}}, sides);
            break;
        }
        case Kind::BoxInside: addBox(surface, wall.box, wall.open); break;
        case Kind::BoxOutside: addBox(surface, wall.box, {}); break;
        case Kind::SphereInside:
            surface.revolve(wall.sphere.centre, up, ballRings(wall.sphere.radius, 0, true, true), sides);
            break;
        case Kind::SphereOutside:
            // Both families of circles are polygons.
            surface.revolve(wall.sphere.centre, up,
                            ballRings(wall.sphere.radius * outside * outside, 0, true, true), sides);
            break;
        case Kind::CylinderInside:
            addSwept(surface, wall.cone, wall.cone.radius, 1, lists(wall.caps, "from"),
                     lists(wall.caps, "to"));
            break;
        case Kind::CylinderOutside:
            addSwept(surface, wall.cone, wall.cone.radius, outside, true, true);
            break;
        case Kind::Cone:
            addSwept(surface, wall.cone, wall.cone.end_radius, 1, lists(wall.caps, "from"),
                     lists(wall.caps, "to"));
            break;
        case Kind::Capsule: {
            const geometry::Capsule& c = wall.capsule;
            const double far = length(c.to - c.from), radius = c.radius * outside * outside;
            auto rings = ballRings(radius, 0, true, far == 0);
            if (far > 0)
                for (const auto& ring : ballRings(radius, far, false, true)) rings.push_back(ring);
            surface.revolve(c.from, far > 0 ? (c.to - c.from) / far : up, rings, sides);
            break;
        }
        case Kind::Mesh:
            if (wall.mesh)
                for (const auto& [a, b, c] : wall.mesh->triangles)
                    surface.triangle(wall.mesh->points[a], wall.mesh->points[b], wall.mesh->points[c]);
            break;
    }
    return surface.take();
}

}  // namespace talus::cloth
