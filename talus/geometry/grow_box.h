#pragma once
#include <algorithm>

#include "talus/geometry/shapes.h"

namespace talus::geometry {

/// The box of no points, which the first one included makes its own.
inline constexpr Box emptyBox() {
    constexpr double far = 1e300;
    return {{far, far, far}, {-far, -far, -far}};
}
inline bool isEmpty(const Box& box) { return box.min.x > box.max.x; }

/// Grows a box until the point is in it.
inline void include(Box& box, const Vec3d& p) {
    box.min = {std::min(box.min.x, p.x), std::min(box.min.y, p.y), std::min(box.min.z, p.z)};
    box.max = {std::max(box.max.x, p.x), std::max(box.max.y, p.y), std::max(box.max.z, p.z)};
}
/// The same for a ball, and for another box.
inline void include(Box& box, const Vec3d& centre, double radius) {
    include(box, centre - Vec3d{radius, radius, radius});
    include(box, centre + Vec3d{radius, radius, radius});
}
inline void include(Box& box, const Box& other) {
    include(box, other.min);
    include(box, other.max);
}

}  // namespace talus::geometry
