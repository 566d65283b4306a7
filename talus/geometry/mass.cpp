#include "talus/geometry/mass.h"

#include <numbers>

namespace talus::geometry {
namespace {

using std::numbers::pi;

Tensor diagonal(double x, double y, double z) { return {{x, 0, 0}, {0, y, 0}, {0, 0, z}}; }

/// Integrals of 1, x and x x^T over a solid. Its inertia is trace(M) 1 - M with M the integral of x x^T.
struct Moments {
    double volume = 0;
    Vec3d first;              ///< of position [m^4]
    Vec3d squares, products;  ///< of xx, yy, zz and of yz, zx, xy [m^5]
};

MassProperties fromMoments(const Moments& m) {
    const Vec3d c = m.first / m.volume;
    const double xx = m.squares.x - m.volume * c.x * c.x, yy = m.squares.y - m.volume * c.y * c.y,
                 zz = m.squares.z - m.volume * c.z * c.z;
    const double yz = m.products.x - m.volume * c.y * c.z, zx = m.products.y - m.volume * c.z * c.x,
                 xy = m.products.z - m.volume * c.x * c.y;
    return {m.volume, c, {{yy + zz, -xy, -zx}, {-xy, zz + xx, -yz}, {-zx, -yz, xx + yy}}};
}

struct Properties {
    MassProperties operator()(const Sphere& s) const {
        const double volume = 4.0 / 3.0 * pi * s.radius * s.radius * s.radius;
        const double i = 0.4 * volume * s.radius * s.radius;
        return {volume, s.centre, diagonal(i, i, i)};
    }
    MassProperties operator()(const Box& box) const {
        const Vec3d a = box.max - box.min;
        const double volume = a.x * a.y * a.z, k = volume / 12;
        return {
            volume, centreOf(box),
            diagonal(k * (a.y * a.y + a.z * a.z), k * (a.z * a.z + a.x * a.x), k * (a.x * a.x + a.y * a.y))};
    }
    MassProperties operator()(const Rod& rod) const {
        const double r2 = rod.radius * rod.radius, volume = pi * r2 * rod.length;
        const double across = volume * (3 * r2 + rod.length * rod.length) / 12;
        return {volume, {}, diagonal(across, across, 0.5 * volume * r2)};
    }
    /// A rod and two hemispheres. The axis is z.
    MassProperties operator()(const Capsule& c) const {
        const double h = length(c.to - c.from), r = c.radius;
        const MassProperties rod = (*this)(Rod{h, r});
        const double balls = 4.0 / 3.0 * pi * r * r * r, along = 0.4 * balls * r * r;
        const double across = balls * (0.4 * r * r + 0.25 * h * h + 0.375 * h * r);
        return {rod.volume + balls, (c.from + c.to) * 0.5,
                diagonal(rod.per_density.x.x + across, rod.per_density.y.y + across,
                         rod.per_density.z.z + along)};
    }
    /// Sum over signed tetrahedra from one point of the mesh to each triangle. Tetrahedra from the origin
    /// would give differences of large numbers for a body far from it.
    MassProperties operator()(const MeshSolid& solid) const {
        Moments m;
        const std::vector<Vec3d>& points = solid.mesh->points;
        const Vec3d near = points.front();
        for (const auto& [i, j, k] : solid.mesh->triangles) {
            const Vec3d a = points[i] - near, b = points[j] - near, c = points[k] - near;
            const double volume = dot(a, cross(b, c)) / 6;
            const Vec3d sum = a + b + c;
            m.volume += volume;
            m.first += sum * (volume / 4);
            const auto second = [&](double Vec3d::*p, double Vec3d::*q) {
                return volume / 20 * (sum.*p * (sum.*q) + a.*p * (a.*q) + b.*p * (b.*q) + c.*p * (c.*q));
            };
            m.squares +=
                {second(&Vec3d::x, &Vec3d::x), second(&Vec3d::y, &Vec3d::y), second(&Vec3d::z, &Vec3d::z)};
            m.products +=
                {second(&Vec3d::y, &Vec3d::z), second(&Vec3d::z, &Vec3d::x), second(&Vec3d::x, &Vec3d::y)};
        }
        MassProperties mass = fromMoments(m);
        mass.centre += near;
        return mass;
    }
};

}  // namespace

MassProperties massPropertiesOf(const Solid& solid) { return std::visit(Properties{}, solid); }

}  // namespace talus::geometry
