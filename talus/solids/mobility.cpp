#include "talus/solids/mobility.h"

#include <algorithm>

namespace talus::solids {
namespace {

/// Calls take(r, n) for points of a surface that include the one with the maximum mobility.
///
/// On a flat side (r x n) . I^-1 (r x n) is convex in r, so its maximum is at a corner. At a corner of a box,
/// or at the rim of a rod, normals between those of the adjacent sides give no larger value: with the axes of
/// inertia along the sides, the value is at most the mean over the sides, weighted by the squared components
/// of n.
template <class Take>
struct CandidatePoints {
    Take take;

    void operator()(const geometry::Sphere& s) const { take(s.centre + Vec3d{0, 0, s.radius}, {0, 0, 1}); }
    void operator()(const geometry::Box& box) const {
        for (const Vec3d& n : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) take(box.max, n);
    }
    /// At a hemisphere the normal passes through its centre, so the value is that of the centre.
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
