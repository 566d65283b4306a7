#include "talus/solids/touch/allowed_normal.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

namespace talus::solids {
namespace {

using Position = std::array<double, 3>;
Position positionOf(const Vec3d& p) { return {p.x, p.y, p.z}; }

double distanceToLine(const Vec3d& p, const Vec3d& from, const Vec3d& to) {
    const Vec3d along = to - from;
    const double t = std::min(1.0, std::max(0.0, dot(p - from, along) / squaredLength(along)));
    return length(p - from - along * t);
}

/// The unit vector in the plane of a triangle that points away from it at an edge. @param opposite its third
/// corner
Vec3d awayFrom(const Vec3d& opposite, const Vec3d& from, const Vec3d& to) {
    const Vec3d along = to - from, inward = opposite - from;
    return normalized(along * (dot(inward, along) / squaredLength(along)) - inward);
}

/// Normals of two triangles differ less than this where their edge counts as flat: round-off of files with
/// six digits.
constexpr double flat = 1e-4;

}  // namespace

std::vector<SurfaceTriangle> surfaceTriangles(const std::vector<std::array<Vec3d, 3>>& corners) {
    struct Side {
        std::size_t triangle, edge;
    };
    std::map<std::pair<Position, Position>, std::vector<Side>> sides;
    for (std::size_t t = 0; t < corners.size(); ++t)
        for (std::size_t k = 0; k < 3; ++k) {
            const Position p = positionOf(corners[t][k]), q = positionOf(corners[t][(k + 1) % 3]);
            sides[{std::min(p, q), std::max(p, q)}].push_back({t, k});
        }
    std::vector<SurfaceTriangle> surface;
    surface.reserve(corners.size());
    for (const auto& of : corners) surface.push_back({of});
    for (const auto& [ends, both] : sides) {
        if (both.size() != 2) continue;
        const Side &a = both[0], &b = both[1];
        surface[a.triangle].beside[a.edge] = corners[b.triangle][(b.edge + 2) % 3];
        surface[b.triangle].beside[b.edge] = corners[a.triangle][(a.edge + 2) % 3];
    }
    return surface;
}

Vec3d allowedNormal(const SurfaceTriangle& triangle, const Vec3d& at, const Vec3d& normal, const Vec3d& body,
                    double near) {
    const auto& [a, b, c] = triangle.corners;
    const Vec3d across = cross(b - a, c - a);
    if (!(squaredLength(across) > 0)) return normal;  // the tip of a cone
    const Vec3d front = normalized(across);
    const bool behind = !triangle.solid_behind && dot(front, body - at) < 0;
    const Vec3d own = behind ? -front : front;
    if (dot(own, normal) > 1 - 1e-6) return normal;
    Vec3d nearest = own;
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3d &from = triangle.corners[k], &to = triangle.corners[(k + 1) % 3],
                    &opposite = triangle.corners[(k + 2) % 3];
        if (distanceToLine(at, from, to) > near) continue;
        const Vec3d out = awayFrom(opposite, from, to);
        const bool leaves = dot(normal, out) >= 0;
        if (!triangle.beside[k]) {
            if (leaves) return normal;
            continue;
        }
        const Vec3d other_out = awayFrom(*triangle.beside[k], from, to);
        // Of the two normals of the other triangle the one on the same side of the surface: where one turns
        // about the edge from one triangle to the other, both turn by the same angle.
        const Vec3d along = cross(own, out), other = cross(other_out, along) * -1.0;
        const bool convex = dot(out, other) > flat;
        if (convex && leaves && dot(normal, other_out) >= 0) return normal;
        if (convex && dot(normal, other) > dot(normal, nearest)) nearest = other;
    }
    return nearest;
}

}  // namespace talus::solids
