#pragma once
#include <cmath>
#include <cstdint>
#include <vector>

#include "talus/core/host_device.h"
#include "talus/grains/params.h"
#include "talus/math/vec.h"

namespace talus::grains {

/// A piece of wall that a grain touches in at most one point: a plane, one side of a box seen from inside,
/// an obstacle box, a sphere seen from outside or inside.
struct WallFace {
    enum class Kind : std::uint8_t { Plane, BoxOutside, SphereOutside, SphereInside };
    Kind kind = Kind::Plane;
    std::uint16_t wall = 0;      ///< index of the wall in the scene
    std::uint16_t material = 0;  ///< index of its material
    Vec3d a;                     ///< plane: a point; box: min; sphere: centre
    Vec3d b;                     ///< plane: unit normal; box: max; sphere: b.x = radius
};

/// The faces of all walls; an inside box becomes its six sides. `material_of[w]` is wall w's material.
std::vector<WallFace> wallFaces(const std::vector<Wall>& walls,
                                const std::vector<std::uint16_t>& material_of);

/// Distance from the face to a point on its free side (negative: behind it), and the unit normal there.
struct WallDistance {
    double distance;
    Vec3d normal;
};

TALUS_HD inline WallDistance distanceTo(const WallFace& face, const Vec3d& p) {
    switch (face.kind) {
        case WallFace::Kind::Plane: return {dot(p - face.a, face.b), face.b};
        case WallFace::Kind::SphereOutside:
        case WallFace::Kind::SphereInside: {
            const Vec3d from_centre = p - face.a;
            const double r = length(from_centre);
            // At the very centre every direction is as good.
            const Vec3d out = r > 0 ? from_centre / r : Vec3d{0, 0, 1};
            if (face.kind == WallFace::Kind::SphereOutside) return {r - face.b.x, out};
            return {face.b.x - r, -out};
        }
        case WallFace::Kind::BoxOutside: break;
    }
    const Vec3d low = face.a - p, high = p - face.b;  // positive: outside on that side
    const auto beyond = [](double l, double h) { return l > 0 ? -l : h > 0 ? h : 0.0; };
    const Vec3d away{beyond(low.x, high.x), beyond(low.y, high.y), beyond(low.z, high.z)};
    const double d = length(away);
    if (d > 0) return {d, away / d};
    // Inside the box: the nearest side pushes out.
    double depth = low.x;
    Vec3d out{-1, 0, 0};
    const auto nearer = [&](double value, const Vec3d& direction) {
        if (value > depth) {
            depth = value;
            out = direction;
        }
    };
    nearer(high.x, {1, 0, 0});
    nearer(low.y, {0, -1, 0});
    nearer(high.y, {0, 1, 0});
    nearer(low.z, {0, 0, -1});
    nearer(high.z, {0, 0, 1});
    return {depth, out};
}

}  // namespace talus::grains
