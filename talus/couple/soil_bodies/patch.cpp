#include "talus/couple/soil_bodies/patch.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace talus::couple {
namespace {

/// Least-squares fit of a plane through points.
class PlaneFit {
  public:
    explicit PlaneFit(const Vec3d& origin) : origin_(origin) {}
    void add(const Vec3d& p) {
        const Vec3d d = p - origin_;
        ++count_;
        sum_ += d;
        xx_ += d.x * d.x;
        yy_ += d.y * d.y;
        xy_ += d.x * d.y;
        xz_ += d.x * d.z;
        yz_ += d.y * d.z;
    }
    /// The normal that points up; vertical if the points are on a line.
    Vec3d normal() const {
        const double n = count_;
        if (n < 3) return {0, 0, 1};
        const double xx = xx_ - sum_.x * sum_.x / n, yy = yy_ - sum_.y * sum_.y / n,
                     xy = xy_ - sum_.x * sum_.y / n, xz = xz_ - sum_.x * sum_.z / n,
                     yz = yz_ - sum_.y * sum_.z / n;
        const double determinant = xx * yy - xy * xy;
        if (!(determinant > 1e-9 * xx * yy)) return {0, 0, 1};
        return normalized(Vec3d{-(xz * yy - yz * xy) / determinant, -(yz * xx - xz * xy) / determinant, 1});
    }

  private:
    Vec3d origin_, sum_;
    double count_ = 0, xx_ = 0, yy_ = 0, xy_ = 0, xz_ = 0, yz_ = 0;
};

}  // namespace

Patch patchUnder(const geometry::PosedSolid& body, const SoilView& soil) {
    // A patch of few columns is too small for a slope: then all columns below the body are used.
    constexpr std::size_t enough = 8;
    Patch patch;
    const geometry::Box bounds = body.bounds();
    const geometry::ColumnRange range = geometry::columnsWithin(soil.grid, bounds);
    const Vec3d origin{body.shift.x, body.shift.y, bounds.min.z};
    PlaneFit touched(origin), all(origin);
    double weights = 0;
    for (std::uint32_t j = range.first_j; j < range.last_j; ++j)
        for (std::uint32_t i = range.first_i; i < range.last_i; ++i) {
            const std::size_t k = soil.grid.at(i, j);
            // Columns far below the body do not touch it.
            const double top = soil.top(k);
            if (top < bounds.min.z - touch_tolerance * soil.grid.spacing && patch.columns > enough) continue;
            const auto underside = body.underside(soil.grid.x(i), soil.grid.y(j));
            if (!underside) continue;
            const Vec3d at{soil.grid.x(i), soil.grid.y(j), top};
            all.add(at);
            if (soil.height[k] < *underside - touch_tolerance * soil.grid.spacing) continue;
            touched.add(at);
            ++patch.columns;
            const double depth = top - *underside, weight = std::max(depth, 0.0);
            patch.depth = std::max(patch.depth, depth);
            patch.middle += Vec3d{at.x, at.y, *underside} * weight;
            weights += weight;
            if (!soil.bedrock.empty()) patch.in_rock = std::max(patch.in_rock, soil.bedrock[k] - *underside);
        }
    if (patch.columns == 0) return patch;
    patch.radius = std::sqrt(static_cast<double>(patch.columns) * soil.grid.area() / std::numbers::pi);
    patch.normal = (patch.columns >= enough ? touched : all).normal();
    if (weights > 0) patch.middle *= 1 / weights;
    return patch;
}

}  // namespace talus::couple
