#include "talus/solids/mobility.h"

#include <algorithm>

namespace talus::solids {
namespace {

/// Calls take(r, n) for the places of a surface among which that of the largest mobility is.
///
/// On a flat side (r x n) . I^-1 (r x n) is convex in r, so a corner has the most. The normals between those
/// of the sides that meet in a corner of a box, or the rim of a rod, give no more than the sides themselves:
/// with the axes of inertia along the sides it is at most the mean over the sides, weighted by the squares of
/// the parts of n.
template <class Take>
struct CandidatePoints {
    Take take;

    void operator()(const geometry::Sphere& s) const { take(s.centre + Vec3d{0, 0, s.radius}, {0, 0, 1}); }
    void operator()(const geometry::Box& box) const {
        for (const Vec3d& n : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) take(box.max, n);
    }
    /// A round end acts as its middle: the normal goes through it.
    void operator()(const geometry::Capsule& c) const { take(c.to, {1, 0, 0}); }
    void operator()(const geometry::Rod& rod) const {
        const Vec3d rim{rod.radius, 0, 0.5 * rod.length};
        take(rim, {0, 0, 1});
        take(rim, {1, 0, 0});
    }
    void operator()(const geometry::MeshSolid& solid) const {
        const std::vector<Vec3d>& points = solid.mesh->points;
        for (const auto& triangle : solid.mesh->triangles) {
            const auto [a, b, c] = triangle;
            const Vec3d across = cross(points[b] - points[a], points[c] - points[a]);
            if (!(squaredLength(across) > 0)) continue;
            for (const std::uint32_t corner : triangle) take(points[corner], normalized(across));
        }
    }
};

}  // namespace

double largestMobility(const Rigid& rigid, const geometry::Solid& solid) {
    double by_turning = 0;
    const auto take = [&](const Vec3d& r, const Vec3d& n) {
        const Vec3d arm = cross(r, n);
        by_turning = std::max(by_turning, dot(arm, times(rigid.inverse_inertia, arm)));
    };
    std::visit(CandidatePoints<decltype(take)>{take}, solid);
    return 1 / rigid.mass + by_turning;
}

}  // namespace talus::solids
