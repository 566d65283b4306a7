#pragma once
#include <algorithm>

#include "talus/geometry/shapes.h"

namespace talus::geometry {

/// The box of no points; include() of a first point makes it the box of that point.
inline constexpr Box emptyBox() {
    constexpr double far = 1e300;
    return {{far, far, far}, {-far, -far, -far}};
}
inline bool isEmpty(const Box& box) { return box.min.x > box.max.x; }

/// Grows a box to include a point.
inline void include(Box& box, const Vec3d& p) {
    box.min = {std::min(box.min.x, p.x), std::min(box.min.y, p.y), std::min(box.min.z, p.z)};
    box.max = {std::max(box.max.x, p.x), std::max(box.max.y, p.y), std::max(box.max.z, p.z)};
}
/// Grows a box to include a ball.
inline void include(Box& box, const Vec3d& centre, double radius) {
    include(box, centre - Vec3d{radius, radius, radius});
    include(box, centre + Vec3d{radius, radius, radius});
}
/// Grows a box to include another box.
inline void include(Box& box, const Box& other) {
    include(box, other.min);
    include(box, other.max);
}

}  // namespace talus::geometry
