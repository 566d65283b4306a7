#include "talus/neighbors/cell_grid.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"
#include "talus/exec/sort.h"

namespace talus::neighbors {
namespace {

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

CellBox boundsOf(const exec::Exec& exec, View<const Vec3d> positions, double inverse_size) {
    const CellBox nothing{{highest, highest, highest}, {lowest, lowest, lowest}};
    return exec::reduce(
        exec, positions.size(), nothing,
        [&](std::size_t i) {
            const Cell c = cellOf(positions[i], inverse_size);
            return CellBox{c, c};
        },
        [](const CellBox& a, const CellBox& b) {
            return CellBox{
                {std::min(a.low.x, b.low.x), std::min(a.low.y, b.low.y), std::min(a.low.z, b.low.z)},
                {std::max(a.high.x, b.high.x), std::max(a.high.y, b.high.y), std::max(a.high.z, b.high.z)}};
        });
}

/// Calls found(cell, range) for every cell whose first particle is in [begin, end). The particles are sorted,
/// so the particles of a cell are consecutive.
template <class Found>
void forEachCell(View<const Vec3d> positions, double inverse_size, std::size_t begin, std::size_t end,
                 Found found) {
    const auto at = [&](std::size_t i) { return cellOf(positions[i], inverse_size); };
    std::size_t first = begin;
    while (first > 0 && first < end && at(first) == at(first - 1)) ++first;
    while (first < end) {
        const Cell cell = at(first);
        std::size_t last = first + 1;
        while (last < positions.size() && at(last) == cell) ++last;
        found(cell, CellRange{static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last)});
        first = last;
    }
}

/// Sorts `order` stably by key(cell of the particle).
template <class Key>
void sortBy(const exec::Exec& exec, View<const Vec3d> positions, double inverse_size,
            Array<std::uint32_t>& order, Key key) {
    Array<std::uint64_t> keys(order.size());
    exec::for_each(exec, order.size(), [&](std::size_t k) {
        keys.data()[k] = key(cellOf(positions[order.data()[k]], inverse_size));
    });
    exec::SortScratch scratch;
    exec::sort_by_key(exec, keys.view(), order.view(), scratch);
}

}  // namespace

DenseCells::DenseCells(const exec::Exec& exec, View<const Vec3d> positions, double inverse_size,
                       CellBox bounds)
    : origin_(bounds.low),
      extent_{bounds.high.x - bounds.low.x + 1, bounds.high.y - bounds.low.y + 1,
              bounds.high.z - bounds.low.z + 1} {
    ranges_.resize(static_cast<std::size_t>(extent_.x * extent_.y * extent_.z));
    exec::for_each_range(exec, positions.size(), [&](std::size_t begin, std::size_t end) {
        forEachCell(positions, inverse_size, begin, end, [&](const Cell& c, CellRange range) {
            const std::int64_t x = c.x - origin_.x, y = c.y - origin_.y, z = c.z - origin_.z;
            ranges_.data()[static_cast<std::size_t>((z * extent_.y + y) * extent_.x + x)] = range;
        });
    });
}

CellRange DenseCells::find(const Cell& cell) const {
    const std::int64_t x = cell.x - origin_.x, y = cell.y - origin_.y, z = cell.z - origin_.z;
    return ranges_.data()[static_cast<std::size_t>((z * extent_.y + y) * extent_.x + x)];
}

HashedCells::HashedCells(View<const Vec3d> positions, double inverse_size) {
    slots_.resize(std::bit_ceil(2 * positions.size() + 1));
    const std::size_t mask = slots_.size() - 1;
    forEachCell(positions, inverse_size, 0, positions.size(), [&](const Cell& c, CellRange range) {
        std::size_t k = teschnerHash(c) & mask;
        while (slots_.data()[k].range.end != 0) k = (k + 1) & mask;
        slots_.data()[k] = {c, range};
    });
}

CellRange HashedCells::find(const Cell& cell) const {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t k = teschnerHash(cell) & mask;; k = (k + 1) & mask) {
        const Slot& slot = slots_.data()[k];
        if (slot.range.end == 0) return {};
        if (slot.cell == cell) return slot.range;
    }
}

void spatialOrder(const exec::Exec& exec, View<const Vec3d> positions, double cell_size,
                  Array<std::uint32_t>& order) {
    const double inverse_size = 1 / cell_size;
    order.resize(positions.size());
    exec::for_each(exec, order.size(),
                   [&](std::size_t i) { order.data()[i] = static_cast<std::uint32_t>(i); });
    const CellBox bounds = boundsOf(exec, positions, inverse_size);
    // If cells can share a Morton key, sort by block first, so that these cells stay separate.
    constexpr std::int64_t reach = std::int64_t{1} << 20;
    const bool far = !positions.empty() && (std::min({bounds.low.x, bounds.low.y, bounds.low.z}) < -reach ||
                                            std::max({bounds.high.x, bounds.high.y, bounds.high.z}) >= reach);
    if (far) sortBy(exec, positions, inverse_size, order, mortonBlock);
    sortBy(exec, positions, inverse_size, order, [](const Cell& c) { return mortonKey(c); });
}

namespace {

std::variant<DenseCells, HashedCells> makeCells(const exec::Exec& exec, View<const Vec3d> positions,
                                                double inverse_size, const CellBox& bounds,
                                                CellGrid::Lookup lookup) {
    if (lookup == CellGrid::Lookup::Automatic && !positions.empty()) {
        const auto& [low, high] = bounds;
        const double volume = (static_cast<double>(high.x - low.x) + 1) *
                              (static_cast<double>(high.y - low.y) + 1) *
                              (static_cast<double>(high.z - low.z) + 1);
        constexpr double cells_per_particle = 8, small_table = 4096;
        if (volume <= cells_per_particle * static_cast<double>(positions.size()) + small_table)
            return DenseCells(exec, positions, inverse_size, bounds);
    }
    return HashedCells(positions, inverse_size);
}

}  // namespace

CellGrid::CellGrid(const exec::Exec& exec, View<const Vec3d> positions, double cell_size, Lookup lookup)
    : inverse_size_(1 / cell_size),
      bounds_(boundsOf(exec, positions, inverse_size_)),
      cells_(makeCells(exec, positions, inverse_size_, bounds_, lookup)) {}

void CellGrid::inside(const CellBox& box, std::vector<CellRange>& ranges) const {
    const auto &low = bounds_.low, &high = bounds_.high;
    const auto append = [&](const auto& cells) {
        for (std::int64_t z = std::max(box.low.z, low.z); z <= std::min(box.high.z, high.z); ++z)
            for (std::int64_t y = std::max(box.low.y, low.y); y <= std::min(box.high.y, high.y); ++y)
                for (std::int64_t x = std::max(box.low.x, low.x); x <= std::min(box.high.x, high.x); ++x) {
                    const CellRange range = cells.find({x, y, z});
                    if (range.begin != range.end) ranges.push_back(range);
                }
    };
    std::visit(append, cells_);
}

}  // namespace talus::neighbors
