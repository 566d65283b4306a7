#pragma once
#include <algorithm>
#include <cmath>

#include "talus/math/vec.h"

namespace talus::sand::mpm {

/// The integral of the weight of a node, a quadratic B-spline, up to the distance d in cells.
TALUS_HD inline double weightUpTo(double d) {
    const double beyond = std::abs(d), rest = 1.5 - beyond;
    if (beyond >= 1.5) return d > 0 ? 1 : 0;
    const double tail = beyond >= 0.5 ? rest * rest * rest / 6 : 0.5 - (0.75 - beyond * beyond / 3) * beyond;
    return d > 0 ? 1 - tail : tail;
}

/// The share of the weight of a node that is inside solids. There is no sand there, so the mass of a node
/// at a wall is that of dense sand without this share.
class SolidShare {
  public:
    /// Adds a plane surface. @param normal unit, towards the sand
    /// @param distance of the node from it in cells, negative behind it
    TALUS_HD void add(const Vec3d& normal, double distance) {
        if (!(distance < 1.5)) return;
        const double open = weightUpTo(distance);
        for (int k = 0; k < count_; ++k)
            if (dot(normal_[k], normal) > same_side) {
                open_[k] = std::min(open_[k], open);
                return;
            }
        if (count_ == max_sides) return;
        normal_[count_] = normal;
        open_[count_++] = open;
    }

    TALUS_HD double value() const {
        double open = 1;
        for (int k = 0; k < count_; ++k) open *= open_[k];
        return 1 - open;
    }

  private:
    /// Faces that meet at less than 45 degrees are parts of one surface, such as triangles of a mesh.
    static constexpr double same_side = 0.7;
    /// A node has no more surfaces than a box has sides.
    static constexpr int max_sides = 6;

    Vec3d normal_[max_sides];
    double open_[max_sides]{};
    int count_ = 0;
};

}  // namespace talus::sand::mpm
