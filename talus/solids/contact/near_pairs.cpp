#include "talus/solids/contact/near_pairs.h"

#include <algorithm>
#include <array>

namespace talus::solids {
namespace {

using Axis = double Vec3d::*;
constexpr std::array<Axis, 3> axes{&Vec3d::x, &Vec3d::y, &Vec3d::z};

/// The axis along which the middles of boxes that move have the largest variance.
std::size_t widestAxis(std::span<const Extent> extents) {
    Vec3d sum, squares;
    double count = 0;
    for (const Extent& box : extents) {
        if (!box.moves || box.skipped) continue;
        const Vec3d middle = (box.min + box.max) * 0.5;
        sum += middle;
        squares += {middle.x * middle.x, middle.y * middle.y, middle.z * middle.z};
        ++count;
    }
    std::size_t best = 0;
    double most = -1;
    for (std::size_t k = 0; k < 3 && count > 0; ++k)
        if (const double mean = sum.*axes[k] / count, spread = squares.*axes[k] / count - mean * mean;
            spread > most) {
            most = spread;
            best = k;
        }
    return best;
}

}  // namespace

void findNearPairs(std::span<const Extent> extents,
                   std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs) {
    pairs.clear();
    const std::size_t widest = widestAxis(extents);
    const Axis along = axes[widest], second = axes[(widest + 1) % 3], third = axes[(widest + 2) % 3];
    std::vector<std::pair<double, std::uint32_t>> order;
    for (std::uint32_t k = 0; k < extents.size(); ++k)
        if (!extents[k].skipped) order.emplace_back(extents[k].min.*along, k);
    std::ranges::sort(order);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Extent& a = extents[order[i].second];
        for (std::size_t j = i + 1; j < order.size() && order[j].first <= a.max.*along; ++j) {
            const Extent& b = extents[order[j].second];
            if (a.min.*second > b.max.*second || b.min.*second > a.max.*second ||
                a.min.*third > b.max.*third || b.min.*third > a.max.*third || !(a.moves || b.moves))
                continue;
            pairs.push_back(std::minmax(order[i].second, order[j].second));
        }
    }
    std::ranges::sort(pairs);
}

}  // namespace talus::solids
