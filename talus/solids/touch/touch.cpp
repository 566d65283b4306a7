#include "talus/solids/touch/touch.h"

#include <algorithm>

namespace talus::solids {

Touch touchFrom(std::span<const NearPoint> found, const Vec3d& normal) {
    Touch touch{normal, 0, {}, {}};
    const auto keep = [&](const NearPoint& one) {
        touch.on_second[touch.count] = one.on_second;
        touch.gap[touch.count++] = one.gap;
    };
    if (found.size() <= 4) {
        for (const NearPoint& one : found) keep(one);
        return touch;
    }
    const auto best = [&](auto value) {
        return *std::max_element(found.begin(), found.end(),
                                 [&](const NearPoint& a, const NearPoint& b) { return value(a) < value(b); });
    };
    const NearPoint first = best([](const NearPoint& p) { return -p.gap; });
    const NearPoint second =
        best([&](const NearPoint& p) { return squaredLength(p.on_second - first.on_second); });
    const Vec3d across = cross(normal, second.on_second - first.on_second);
    const auto side = [&](const NearPoint& p) { return dot(across, p.on_second - first.on_second); };
    const NearPoint left = best(side), right = best([&](const NearPoint&p) { return -side(p); });
    keep(first);
    keep(second);
    if (side(left) > 0) keep(left);
    if (side(right) < 0) keep(right);
    return touch;
}

NearPoints listOf(const Touch& touch) {
    NearPoints list{touch.normal, {}};
    for (std::size_t k = 0; k < touch.count; ++k) list.points.push_back({touch.on_second[k], touch.gap[k]});
    return list;
}

}  // namespace talus::solids
