#pragma once
// Only for *_simd.cpp files.
#include <cmath>
#include <limits>
#include <vector>

#include "talus/cloth/contact/batch_simd.h"
#include "talus/cloth/contact/close_pairs.h"
#include "talus/cloth/contact/swept_simd.h"

namespace talus::cloth {

/// Collects the pairs of features of two triangles whose boxes meet.
class Collector {
  public:
    /// @param position where the points should be at the time [m]
    /// @param only_strayed whether only pairs with a point that has strayed count
    Collector(const Features& features, View<const Vec3d> position, double time, bool only_strayed,
              const ClosePairs& close, std::vector<ClosePair>& found)
        : f_(features),
          position_(position),
          bound_(close.bound),
          velocity_(close.velocity),
          passed_(time - close.time),
          ahead_(close.until - time),
          only_strayed_(only_strayed),
          close_(close),
          bounds_(close.point_bounds),
          found_(found) {}

    /// Two triangles of the cloth.
    void cloth(std::uint32_t a, std::uint32_t b) {
        const std::uint16_t sa = f_.sheet[f_.corners[a][0]], sb = f_.sheet[f_.corners[b][0]];
        if (!(f_.with_itself[sa] && f_.with_itself[sb])) return;
        keep_ = 0.5 * (f_.thickness[sa] + f_.thickness[sb]);
        // The geometric mean, as between two materials (Box2D).
        friction_ = std::sqrt(f_.friction[sa] * f_.friction[sb]);
        wall_ = ObstacleShapes::no_wall;
        among_ = true;
        radius_ = 0;
        same_ = sa == sb && f_.copy[f_.corners[a][0]] == f_.copy[f_.corners[b][0]];
        features(
            {f_.corners[a], ownedBy(a), close_.triangle_bounds[a], &close_.edge_bounds[3 * a], hasFace(a)},
            {f_.corners[b], ownedBy(b), close_.triangle_bounds[b], &close_.edge_bounds[3 * b], hasFace(b)});
    }
    /// A triangle of the cloth and one of an obstacle.
    void obstacle(std::uint32_t a, std::uint32_t b) {
        const std::uint16_t sheet = f_.sheet[f_.corners[a][0]];
        if (!f_.with_walls[sheet]) return;
        keep_ = 0.5 * f_.thickness[sheet];
        friction_ = f_.friction[sheet];
        std::array<std::uint32_t, 3> corners = f_.obstacles->triangles[b];
        wall_ = f_.obstacles->wall[corners[0]];
        radius_ = f_.obstacles->radius[corners[0]];
        same_ = among_ = false;
        for (std::uint32_t& corner : corners) corner += static_cast<std::uint32_t>(f_.points());
        features(
            {f_.corners[a], ownedBy(a), close_.triangle_bounds[a], &close_.edge_bounds[3 * a], hasFace(a)},
            {corners, f_.obstacles->owned[b], close_.obstacle_bounds[b], &close_.obstacle_edge_bounds[3 * b],
             corners[1] != corners[2]});
    }

    /// Takes what is left of the batches.
    void finish() {
        takeNear(points_);
        takeNear(edges_);
    }

  private:
    using Corners = std::array<std::uint32_t, 3>;

    static bool has(const Corners& corners, std::uint32_t p) {
        return corners[0] == p || corners[1] == p || corners[2] == p;
    }

    /// What is owned and not torn.
    std::uint8_t ownedBy(std::uint32_t triangle) const {
        return f_.torn.empty() ? f_.owned[triangle]
                               : static_cast<std::uint8_t>(f_.owned[triangle] & ~(f_.torn[triangle] & 56U));
    }
    bool hasFace(std::uint32_t triangle) const { return f_.torn.empty() || (f_.torn[triangle] & 1U) == 0; }

    /// A triangle with the bounds of its owned edges.
    struct Triangle {
        const Corners& corner;
        std::uint8_t owned;
        const Swept& bounds;
        const Swept* edges;  ///< three; those that it does not own are not set
        bool face = true;    ///< false: it is torn, or of a ball or capsule, and only owns points and edges
    };

    void features(const Triangle& a, const Triangle& b) {
        points(a, b);
        points(b, a);
        for (std::size_t i = 0; i < 3; ++i) {
            if ((a.owned & 8U << i) == 0) continue;
            const std::uint32_t p = a.corner[i], q = a.corner[(i + 1) % 3];
            const SweptPack edge(a.edges[i]);
            for (std::size_t k = 0; k < 3; ++k) {
                if ((b.owned & 8U << k) == 0) continue;
                const std::uint32_t r = b.corner[k], s = b.corner[(k + 1) % 3];
                if (p == r || p == s || q == r || q == s || !edge.meets(b.edges[k])) continue;
                if (!counts({p, q, r, s})) continue;
                edges_.add({{p, q, r, s}, keep_, friction_, radius_, wall_, same_, among_});
                if (edges_.full()) takeNear(edges_);
            }
        }
    }

    void points(const Triangle& from, const Triangle& to) {
        if ((from.owned & 7U) == 0 || !to.face) return;
        const SweptPack bounds(to.bounds);
        for (std::size_t k = 0; k < 3; ++k) {
            if ((from.owned & 1U << k) == 0) continue;
            const std::uint32_t p = from.corner[k];
            if (has(to.corner, p) || !bounds.meets(bounds_[p])) continue;
            if (!counts({p, to.corner[0], to.corner[1], to.corner[2]})) continue;
            points_.add({{p, to.corner[0], to.corner[1], to.corner[2]},
                         keep_,
                         friction_,
                         radius_,
                         wall_,
                         same_,
                         among_});
            if (points_.full()) takeNear(points_);
        }
    }

    bool counts(const std::array<std::uint32_t, 4>& point) const {
        return !only_strayed_ || close_.strayed[point[0]] != 0 || close_.strayed[point[1]] != 0 ||
               close_.strayed[point[2]] != 0 || close_.strayed[point[3]] != 0;
    }

    /// Takes what of a batch comes close. Most of it does not.
    template <int first>
    void takeNear(Batch<first>& batch) {
        const unsigned near = batch.mayComeClose(position_, velocity_, bound_, ahead_);
        for (int lane = 0; lane < batch.count; ++lane)
            if ((near & 1U << lane) != 0) take(batch.candidate[lane], first);
        batch.count = 0;
    }

    void take(const Candidate& c, std::uint32_t first) {
        const auto& point = c.point;
        const Nearest nearest = nearestIn(first, position_, point);
        // How far each feature may move towards the other.
        double bound_first = 0, bound_second = 0;
        for (std::uint32_t k = 0; k < 4; ++k) {
            double& bound = k < first ? bound_first : bound_second;
            bound = std::max(bound, bound_[point[k]]);
        }
        const double distance = length(nearest.from), bound = c.radius + c.keep + bound_first + bound_second;
        // The slab between them stays as long as they do not approach along its normal.
        double closing = 0;
        if (distance > 1e-6 * f_.finest) {
            double slowest = std::numeric_limits<double>::max(), fastest = -slowest;
            for (std::uint32_t k = 0; k < 4; ++k) {
                const double v = dot(nearest.from, velocity_[point[k]]);
                if (k < first)
                    slowest = std::min(slowest, v);
                else
                    fastest = std::max(fastest, v);
            }
            closing = std::max(0.0, fastest - slowest) / distance;
        } else {
            for (std::uint32_t i = 0; i < first; ++i)
                for (std::uint32_t j = first; j < 4; ++j)
                    closing = std::max(closing, length(velocity_[point[i]] - velocity_[point[j]]));
        }
        if (distance > bound + closing * ahead_) return;
        // As if it had been found when the list was made.
        ClosePair pair{point,    first,  c.wall,     0,
                       c.among,  c.keep, c.friction, distance - c.radius + closing * passed_,
                       c.radius, closing};
        // What is nearer than that in the sheet at rest cannot keep the whole distance.
        if (c.same) pair.keep = std::min(c.keep, 0.8 * length(nearestIn(first, f_.rest, point).from));
        found_.push_back(pair);
    }

    static Nearest nearestIn(std::uint32_t first, View<const Vec3d> x,
                             const std::array<std::uint32_t, 4>& p) {
        return first == 1 ? nearestToTriangle(x[p[0]], x[p[1]], x[p[2]], x[p[3]])
                          : nearestOfEdges(x[p[0]], x[p[1]], x[p[2]], x[p[3]]);
    }

    const Features& f_;
    View<const Vec3d> position_;
    const std::vector<double>& bound_;
    const std::vector<Vec3d>& velocity_;
    double passed_;  ///< time since the list was made [s]
    double ahead_;   ///< time for which it is still to last [s]
    bool only_strayed_;
    const ClosePairs& close_;
    const std::vector<Swept>& bounds_;
    std::vector<ClosePair>& found_;
    Batch<1> points_;
    Batch<2> edges_;
    double keep_ = 0, friction_ = 0, radius_ = 0;
    std::uint16_t wall_ = 0;
    bool same_ = false, among_ = false;
};

}  // namespace talus::cloth
