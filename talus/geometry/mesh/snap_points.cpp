#include "talus/geometry/mesh/snap_points.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace talus::geometry {

void snapPoints(Mesh& mesh) {
    if (mesh.points.empty()) return;
    const Box box = boundsOf(mesh);
    const Vec3d size = box.max - box.min;
    double largest = 0;
    for (const Vec3d& corner : {box.min, box.max})
        largest = std::max({largest, std::abs(corner.x), std::abs(corner.y), std::abs(corner.z)});
    const double tolerance = std::max(1e-12 * std::max({size.x, size.y, size.z}),
                                      4 * std::numeric_limits<double>::epsilon() * largest);
    std::vector<std::uint32_t> order(mesh.points.size());
    std::iota(order.begin(), order.end(), 0u);
    for (double Vec3d::*axis : {&Vec3d::x, &Vec3d::y, &Vec3d::z}) {
        std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            return mesh.points[a].*axis < mesh.points[b].*axis;
        });
        double value = mesh.points[order.front()].*axis, last = value;
        for (const std::uint32_t k : order) {
            double& own = mesh.points[k].*axis;
            if (own - last > tolerance) value = own;
            last = own;
            own = value;
        }
    }
}

}  // namespace talus::geometry
