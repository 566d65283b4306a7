#include "talus/network/step/find_near.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"
#include "talus/neighbors/cells.h"
#include "talus/network/fields.h"

namespace talus::network {

using neighbors::Cell;
using neighbors::CellBox;

namespace {

CellBox boundsOf(const exec::Exec& exec, exec::View<const Vec3d> positions, double inverse_size) {
    const auto cellOf = [&](std::size_t i) { return neighbors::cellOf(positions[i], inverse_size); };
    const Cell first = cellOf(0);
    return exec::reduce(
        exec, positions.size(), CellBox{first, first},
        [&](std::size_t i) {
            const Cell c = cellOf(i);
            return CellBox{c, c};
        },
        [](const CellBox& a, const CellBox& b) {
            return CellBox{
                {std::min(a.low.x, b.low.x), std::min(a.low.y, b.low.y), std::min(a.low.z, b.low.z)},
                {std::max(a.high.x, b.high.x), std::max(a.high.y, b.high.y), std::max(a.high.z, b.high.z)}};
        });
}

/// One axis of the cells within their bounds.
struct Axis {
    std::int64_t Cell::*of;
    std::int64_t low;
    int bits;  ///< that the largest index needs
};

std::array<Axis, 3> axesOf(const CellBox& bounds) {
    const auto axis = [&](std::int64_t Cell::*of) {
        return Axis{
            of, bounds.low.*of,
            static_cast<int>(std::bit_width(static_cast<std::uint64_t>(bounds.high.*of - bounds.low.*of)))};
    };
    return {axis(&Cell::x), axis(&Cell::y), axis(&Cell::z)};
}

}  // namespace

std::size_t NearMasses::blocks() const {
    return (sorted_ + masses_of_block - 1) / masses_of_block + (size() > sorted_ ? 1 : 0);
}

void NearMasses::find(const exec::Exec& exec, const Setup& setup, const MassViews& masses) {
    square_ = setup.reach * setup.reach;
    listRows(setup, masses);
    if (setup.reach > 0 && sorted_ > 0) sortByCells(exec, setup.reach, masses, setup);
    const std::size_t count = size();
    for (exec::Array<Vec3d>* vectors : {&position_, &velocity_}) vectors->resize(count);
    group_.resize(count);
    grain_.resize(count);
    exec::for_each(exec, count, [&](std::size_t k) {
        const std::uint32_t i = row_.data()[k];
        position_.data()[k] = setup.project(masses.position[i]);
        velocity_.data()[k] = setup.project(masses.velocity[i]);
        group_.data()[k] = masses.group[i];
        grain_.data()[k] = i - masses.point[i];
    });
    cell_rows_.clear();
    if (setup.reach > 0) findCellRows(setup.reach);
}

/// Rows of groups of a few come last.
void NearMasses::listRows(const Setup& setup, const MassViews& masses) {
    const std::size_t count = masses.position.size();
    row_.resize(count);
    sorted_ = 0;
    for (std::uint32_t i = 0; i < count; ++i)
        if (!setup.is_few[masses.group[i]]) row_.data()[sorted_++] = i;
    std::copy(setup.few_rows.begin(), setup.few_rows.end(), row_.data() + sorted_);
}

void NearMasses::sortByCells(const exec::Exec& exec, double reach, const MassViews& masses,
                             const Setup& setup) {
    const exec::View<std::uint32_t> order{row_.data(), sorted_};
    position_.resize(sorted_);
    const exec::View<Vec3d> unsorted = position_.view();
    exec::for_each(exec, sorted_,
                   [&](std::size_t k) { unsorted[k] = setup.project(masses.position[order[k]]); });
    const double inverse_size = 1 / reach;
    const std::array<Axis, 3> axes = axesOf(boundsOf(exec, std::as_const(position_).view(), inverse_size));
    keys_.resize(sorted_);
    // All three indices in one key if their bits fit. Otherwise they are sorted by one after the other:
    // the sort is stable.
    for (std::size_t first = 0, next = 0; first < axes.size(); first = next) {
        int bits = 0;
        while (next < axes.size() && bits + axes[next].bits <= 64) bits += axes[next++].bits;
        exec::for_each(exec, sorted_, [&](std::size_t k) {
            const Cell cell = neighbors::cellOf(setup.project(masses.position[order[k]]), inverse_size);
            std::uint64_t key = 0;
            for (std::size_t a = next; a-- > first;)
                key = key << axes[a].bits | static_cast<std::uint64_t>(cell.*axes[a].of - axes[a].low);
            keys_.data()[k] = key;
        });
        exec::sort_by_key(exec, keys_.view(), order, sort_);
    }
}

void NearMasses::findCellRows(double reach) {
    const double inverse_size = 1 / reach;
    x_.resize(sorted_);
    for (std::uint32_t k = 0; k < sorted_; ++k) {
        const Cell cell = neighbors::cellOf(position_.data()[k], inverse_size);
        x_.data()[k] = cell.x;
        if (cell_rows_.empty() || cell_rows_.back().y != cell.y || cell_rows_.back().z != cell.z)
            cell_rows_.push_back({cell.y, cell.z, k, k});
        cell_rows_.back().end = k + 1;
    }
}

std::size_t NearMasses::cellRowOf(std::size_t k) const {
    const auto next = std::upper_bound(cell_rows_.begin(), cell_rows_.end(), k,
                                       [](std::size_t at, const CellRow& row) { return at < row.begin; });
    return next == cell_rows_.begin() ? 0 : static_cast<std::size_t>(next - cell_rows_.begin()) - 1;
}

NearMasses::Walks NearMasses::walksFrom(const CellRow& row, std::size_t k) const {
    Walks walks;
    const auto add = [&](const CellRow& next) {
        const auto low = static_cast<std::uint32_t>(
            std::lower_bound(x_.data() + next.begin, x_.data() + next.end, x_.data()[k] - 1) - x_.data());
        walks.of[walks.count++] = {low, low, next.end};
    };
    add(row);
    const auto addCellRow = [&](std::int64_t y, std::int64_t z) {
        const auto found =
            std::lower_bound(cell_rows_.begin(), cell_rows_.end(), std::pair(z, y),
                             [](const CellRow& a, const auto& b) { return std::pair(a.z, a.y) < b; });
        if (found != cell_rows_.end() && found->y == y && found->z == z) add(*found);
    };
    addCellRow(row.y + 1, row.z);
    for (const std::int64_t y : {row.y - 1, row.y, row.y + 1}) addCellRow(y, row.z + 1);
    return walks;
}

step::Access FindNear::access() const {
    return {.reads = massFields(), .writes = {}, .resizes = {}, .produces = {near_scratch}};
}

void FindNear::run(step::Step& step) const {
    NearMasses& near = step.produce<NearMasses>(near_scratch);
    const MassViews masses = readMasses(step);
    const double far = neighbors::farthest_cell * setup->reach;
    // Where only groups of a few masses have links, there are no cells.
    const bool lost = setup->reach > 0 &&
                      exec::reduce(
                          step.exec, masses.position.size(), false,
                          [&](std::size_t i) {
                              const Vec3d& p = masses.position[i];
                              return !(std::abs(p.x) < far && std::abs(p.y) < far && std::abs(p.z) < far);
                          },
                          [](bool a, bool b) { return a || b; });
    if (lost)
        return step.report.fail({.what = "a mass of the network is too far from the origin",
                                 .advice = "raise rate in [network], or lower the stiffness of its links",
                                 .ids = {},
                                 .positions = {}});
    near.find(step.exec, *setup, masses);
}

}  // namespace talus::network
