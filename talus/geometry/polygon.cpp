#include "talus/geometry/polygon.h"

#include <algorithm>

namespace talus::geometry {
namespace {

/// A polygon from which corners are cut off one by one.
class Clipper {
  public:
    Clipper(std::span<const Vec3d> points, std::span<const std::uint32_t> corners)
        : points_(points), left_(corners.begin(), corners.end()) {
        // The normal, of length twice the area (Newell's method).
        const Vec3d& origin = at(0);
        for (std::size_t k = 0; k < left_.size(); ++k) normal_ += cross(at(k) - origin, at(k + 1) - origin);
    }

    std::size_t size() const { return left_.size(); }
    bool isConvex() const {
        for (std::size_t k = 0; k < size(); ++k)
            if (turn(k) < 0) return false;
        return true;
    }
    /// An ear: a corner whose triangle contains no other corner. Searched from `first` on; size(): there is
    /// none.
    std::size_t ear(std::size_t first) const {
        for (std::size_t n = 0; n < size(); ++n)
            if (const std::size_t k = (first + n) % size(); isEar(k)) return k;
        return size();
    }
    std::array<std::uint32_t, 3> cut(std::size_t k) {
        const std::array<std::uint32_t, 3> triangle{index(k + size() - 1), index(k), index(k + 1)};
        left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(k));
        return triangle;
    }

  private:
    std::uint32_t index(std::size_t k) const { return left_[k % left_.size()]; }
    const Vec3d& at(std::size_t k) const { return points_[index(k)]; }
    /// Above 0 where a, b, c have the orientation of the polygon.
    double side(const Vec3d& a, const Vec3d& b, const Vec3d& c) const {
        return dot(cross(b - a, c - a), normal_);
    }
    double turn(std::size_t k) const { return side(at(k + size() - 1), at(k), at(k + 1)); }
    bool isEar(std::size_t k) const {
        if (turn(k) < 0) return false;
        const Vec3d &a = at(k + size() - 1), &b = at(k), &c = at(k + 1);
        for (std::size_t n = 2; n + 1 < size(); ++n) {
            const Vec3d& p = at(k + n);
            // Where a hole is joined to the rim, two corners have the same position.
            if (p == a || p == b || p == c) continue;
            if (side(a, b, p) >= 0 && side(b, c, p) >= 0 && side(c, a, p) >= 0) return false;
        }
        return true;
    }

    std::span<const Vec3d> points_;
    std::vector<std::uint32_t> left_;
    Vec3d normal_;
};

}  // namespace

bool triangulate(std::span<const Vec3d> points, std::span<const std::uint32_t> corners,
                 std::vector<std::array<std::uint32_t, 3>>& triangles) {
    const auto fan = [&] {
        for (std::size_t k = 2; k < corners.size(); ++k)
            triangles.push_back({corners[0], corners[k - 1], corners[k]});
        return true;
    };
    const bool all_there =
        std::all_of(corners.begin(), corners.end(), [&](std::uint32_t c) { return c < points.size(); });
    if (corners.size() <= 3 || !all_there) return fan();
    Clipper polygon(points, corners);
    if (polygon.isConvex()) return fan();
    if (corners.size() > max_concave_corners) return false;
    std::size_t next = 0;
    while (polygon.size() > 3) {
        const std::size_t ear = polygon.ear(next);
        if (ear == polygon.size()) return false;
        triangles.push_back(polygon.cut(ear));
        next = ear + 1;  // not the next corner, so that ears are cut all around
    }
    triangles.push_back(polygon.cut(1));
    return true;
}

}  // namespace talus::geometry
