#include "talus/picture/meshes/shape_mesh.h"

#include <cmath>
#include <numbers>

#include "talus/geometry/closest_point.h"

namespace talus::picture {
namespace {

// Numbers of corners. Chosen by eye, such that no corner is visible.
constexpr int around = 128;  ///< corners of a circle
constexpr int along = 24;    ///< corners of a half circle

/// A point of a profile and the normal there. z is along the axis, r is away from it.
struct ProfilePoint {
    double z, r;
    double normal_z, normal_r;
};

/// The surface that a profile sweeps as it rotates about the axis. The profile gives the normals.
Mesh surfaceOfRevolution(const Vec3d& origin, const Vec3d& axis, const std::vector<ProfilePoint>& profile) {
    Mesh mesh;
    const Vec3d u = geometry::perpendicularTo(axis), v = cross(axis, u);
    for (int k = 0; k <= around; ++k) {
        const double angle = 2 * std::numbers::pi * (k % around) / around;
        const Vec3d out = u * std::cos(angle) + v * std::sin(angle);
        for (const ProfilePoint& p : profile) {
            mesh.position.push_back(origin + axis * p.z + out * p.r);
            mesh.normal.push_back(normalized(axis * p.normal_z + out * p.normal_r));
        }
    }
    const auto rows = static_cast<std::uint32_t>(profile.size());
    // The corners must run such that the front is on the side of the normals.
    const ProfilePoint &a = profile[0], &b = profile[1];
    const bool flip = (b.z - a.z) * a.normal_r - (b.r - a.r) * a.normal_z < 0;
    for (std::uint32_t k = 0; k < around; ++k)
        for (std::uint32_t i = 0; i + 1 < rows; ++i) {
            const std::uint32_t p = k * rows + i, q = p + rows;
            if (flip) {
                mesh.triangle.push_back({p, p + 1, q});
                mesh.triangle.push_back({q, p + 1, q + 1});
            } else {
                mesh.triangle.push_back({p, q, p + 1});
                mesh.triangle.push_back({q, q + 1, p + 1});
            }
        }
    return mesh;
}

}  // namespace

void append(Mesh& to, const Mesh& from) {
    const auto first = static_cast<std::uint32_t>(to.position.size());
    to.position.insert(to.position.end(), from.position.begin(), from.position.end());
    to.normal.insert(to.normal.end(), from.normal.begin(), from.normal.end());
    for (const auto& t : from.triangle) to.triangle.push_back({first + t[0], first + t[1], first + t[2]});
    if (to.colour.empty()) to.colour = from.colour;
}

Mesh flipped(Mesh mesh) {
    for (Vec3d& normal : mesh.normal) normal = -normal;
    for (auto& t : mesh.triangle) std::swap(t[1], t[2]);
    return mesh;
}

Mesh coneMesh(const geometry::Cone& cone) {
    const double size = length(cone.to - cone.from);
    const double widening = cone.end_radius - cone.radius;
    return surfaceOfRevolution(cone.from, (cone.to - cone.from) / size,
                               {{0, cone.radius, -widening, size}, {size, cone.end_radius, -widening, size}});
}

Mesh discMesh(const geometry::Disc& disc) {
    return surfaceOfRevolution(disc.centre, normalized(disc.normal),
                               {{0, disc.hole, 1, 0}, {0, disc.radius, 1, 0}});
}

Mesh rimMesh(const Vec3d& centre, const Vec3d& axis, double radius, double thickness) {
    std::vector<ProfilePoint> profile;
    constexpr int corners = 12;  // few, as the cross-section is only some pixels wide
    for (int k = 0; k <= corners; ++k) {
        const double angle = 2 * std::numbers::pi * (k % corners) / corners;
        const double z = std::cos(angle), r = std::sin(angle);
        profile.push_back({thickness * z, radius + thickness * r, z, r});
    }
    return surfaceOfRevolution(centre, normalized(axis), profile);
}

Mesh rectangleMesh(const geometry::Rectangle& r) {
    Mesh mesh;
    mesh.position = {r.corner, r.corner + r.u, r.corner + r.u + r.v, r.corner + r.v};
    mesh.normal.assign(4, normalized(cross(r.u, r.v)));
    mesh.triangle = {{0, 1, 2}, {0, 2, 3}};
    return mesh;
}

Mesh capsuleMesh(const geometry::Capsule& capsule) {
    const double size = length(capsule.to - capsule.from);
    const Vec3d axis = size > 0 ? (capsule.to - capsule.from) / size : Vec3d{0, 0, 1};
    std::vector<ProfilePoint> profile;
    for (int k = 0; k <= along; ++k) {
        const double angle = std::numbers::pi * k / along;
        const double z = -std::cos(angle), r = std::sin(angle);
        profile.push_back({capsule.radius * z + (2 * k > along ? size : 0), capsule.radius * r, z, r});
        if (2 * k == along) profile.push_back({capsule.radius * z + size, capsule.radius * r, z, r});
    }
    return surfaceOfRevolution(capsule.from, axis, profile);
}

Mesh facetedMesh(const geometry::Mesh& from) {
    Mesh mesh;
    for (const auto& [i, j, k] : from.triangles) {
        const Vec3d &a = from.points[i], &b = from.points[j], &c = from.points[k];
        const auto first = static_cast<std::uint32_t>(mesh.position.size());
        mesh.position.insert(mesh.position.end(), {a, b, c});
        mesh.normal.insert(mesh.normal.end(), 3, normalized(cross(b - a, c - a)));
        mesh.triangle.push_back({first, first + 1, first + 2});
    }
    return mesh;
}

Mesh sphereMesh(const geometry::Sphere& sphere) {
    return capsuleMesh({sphere.centre, sphere.centre, sphere.radius});
}

}  // namespace talus::picture
