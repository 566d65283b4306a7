#include "talus/solids/touch/mesh_edges.h"

#include <cmath>
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

MeshEdges::MeshEdges(std::vector<std::array<Vec3d, 3>> corners)
    : corners_(std::move(corners)), other_(corners_.size(), {none, none, none}) {
    // The edges of more than two triangles have no other side.
    struct Side {
        std::uint32_t triangle, edge;
    };
    std::map<std::pair<Position, Position>, std::vector<Side>> sides;
    for (std::uint32_t t = 0; t < corners_.size(); ++t)
        for (std::uint32_t k = 0; k < 3; ++k) {
            const Position p = positionOf(corners_[t][k]), q = positionOf(corners_[t][(k + 1) % 3]);
            sides[{std::min(p, q), std::max(p, q)}].push_back({t, k});
        }
    for (const auto& [ends, both] : sides) {
        if (both.size() != 2) continue;
        other_[both[0].triangle][both[0].edge] = both[1].triangle;
        other_[both[1].triangle][both[1].edge] = both[0].triangle;
    }
}

Vec3d MeshEdges::allowed(std::size_t triangle, const Vec3d& place, const Vec3d& normal, const Vec3d& body,
                         double near) const {
    const auto& [a, b, c] = corners_[triangle];
    const Vec3d across = cross(b - a, c - a);
    if (!(squaredLength(across) > 0)) return normal;  // the tip of a cone
    const Vec3d front = normalized(across), own = dot(front, body - place) < 0 ? -front : front;
    if (dot(own, normal) > 1 - 1e-6) return normal;
    Vec3d nearest = own;
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3d &from = corners_[triangle][k], &to = corners_[triangle][(k + 1) % 3],
                    &opposite = corners_[triangle][(k + 2) % 3];
        if (distanceToLine(place, from, to) > near) continue;
        const Vec3d out = awayFrom(opposite, from, to);
        const bool leaves = dot(normal, out) >= 0;
        const std::uint32_t beside = other_[triangle][k];
        if (beside == none) {
            if (leaves) return normal;
            continue;
        }
        // The corner that is not on the edge is the one farthest from it.
        Vec3d far = from;
        for (const Vec3d& corner : corners_[beside])
            if (distanceToLine(corner, from, to) > distanceToLine(far, from, to)) far = corner;
        const Vec3d other_out = awayFrom(far, from, to);
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
