#include "talus/couple/water_grains/point_cells.h"

#include <algorithm>

#include "talus/exec/for_each.h"

namespace talus::couple::water_grains {

void PointCells::build(const exec::Exec& exec, exec::View<const Vec3d> position, double reach,
                       const environment::Periodic& domain) {
    domain_ = domain;
    reach_ = reach;
    const std::size_t count = position.size();
    keys_.resize(count);
    order_.resize(count);
    position_.resize(count);
    if (count == 0) return;
    cells_ = water::cellsFor(exec, position, reach, domain);
    const auto keys = keys_.view();
    const auto order = order_.view();
    const auto sorted_position = position_.view();
    exec::for_each(exec, count, [=, &cells = cells_](std::size_t i) {
        keys[i] = cells.index(cells.cellOf(environment::wrapped(domain, position[i])));
        order[i] = static_cast<std::uint32_t>(i);
    });
    exec::sort_by_key(exec, keys, order, sort_);
    const std::size_t cells = cells_.size();
    start_.resize(cells + 1);
    const auto start = start_.view();
    exec::for_each(exec, count + 1, [=](std::size_t k) {
        const std::size_t from = k == 0 ? 0 : keys[k - 1] + 1, to = k == count ? cells : keys[k];
        for (std::size_t c = from; c <= to; ++c) start[c] = static_cast<std::uint32_t>(k);
        if (k < count) sorted_position[k] = position[order[k]];
    });
}

PointCells::Around PointCells::cellsAround(int axis, const std::array<std::int32_t, 3>& own) const {
    const auto a = static_cast<std::size_t>(axis);
    const std::int32_t reach = water::Cells::reach[a], count = cells_.count[a];
    Around around;
    const auto add = [&](std::int32_t cell) { around.cell[static_cast<std::size_t>(around.count++)] = cell; };
    if (2 * reach + 1 >= count) {
        for (std::int32_t c = 0; c < count; ++c) add(c);
        return around;
    }
    for (std::int32_t c = own[a] - reach; c <= own[a] + reach; ++c) {
        if (cells_.wraps[a])
            add((c + count) % count);
        else if (c >= 0 && c < count)
            add(c);
    }
    return around;
}

}  // namespace talus::couple::water_grains
