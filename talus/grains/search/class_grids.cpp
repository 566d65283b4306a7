#include "talus/grains/search/class_grids.h"

#include <algorithm>

#include "talus/exec/for_each.h"
#include "talus/exec/sort.h"

namespace talus::grains {
namespace {

neighbors::CellGrid::Lookup lookup(const ContactSearch& search) {
    return search.search == Search::Hash ? neighbors::CellGrid::Lookup::Hashed
                                         : neighbors::CellGrid::Lookup::Automatic;
}

/// Rows of all grains, sorted by class, and within a class the moving before the settled ones. `begin` has
/// the start of each of these groups, and the end of the last.
struct RowsByClass {
    exec::Array<std::uint32_t> rows;
    std::vector<std::size_t> begin;
};

RowsByClass rowsByClass(const exec::Exec& exec, const SizeClasses& sizes, exec::View<const double> radius,
                        std::size_t moving) {
    RowsByClass found{exec::Array<std::uint32_t>(radius.size()), {}};
    exec::Array<std::uint64_t> kind(radius.size());
    exec::for_each(exec, radius.size(), [&](std::size_t i) {
        kind.data()[i] = 2 * static_cast<std::uint64_t>(sizes.of(radius[i])) + (i < moving ? 0 : 1);
        found.rows.data()[i] = static_cast<std::uint32_t>(i);
    });
    exec::SortScratch scratch;
    exec::sort_by_key(exec, kind.view(), found.rows.view(), scratch);
    const std::uint64_t *const first = kind.data(), *const end = first + kind.size();
    for (std::uint64_t k = 0; k <= 2 * static_cast<std::uint64_t>(sizes.count); ++k)
        found.begin.push_back(static_cast<std::size_t>(std::lower_bound(first, end, k) - first));
    return found;
}

}  // namespace

ClassGrid::ClassGrid(const exec::Exec& exec, neighbors::CellGrid::Lookup lookup, double cell,
                     exec::View<const Vec3d> position, std::size_t moving,
                     exec::View<const std::uint32_t> rows)
    : moving_(exec, position.sub(0, moving), cell, lookup),
      first_settled_(static_cast<std::uint32_t>(moving)),
      rows_(rows) {
    if (moving < position.size())
        settled_.emplace(exec, position.sub(moving, position.size() - moving), cell, lookup);
}

void ClassGrid::inside(const neighbors::CellBox& box, std::vector<neighbors::CellRange>& ranges) const {
    ranges.clear();
    moving_.inside(box, ranges);
    if (!settled_) return;
    const std::size_t of_moving = ranges.size();
    settled_->inside(box, ranges);
    for (neighbors::CellRange& range : std::span(ranges).subspan(of_moving)) {
        range.begin += first_settled_;
        range.end += first_settled_;
    }
}

neighbors::CellRange ClassGrid::indicesOf(const neighbors::CellRange& rows) const {
    if (rows_.empty()) return rows;
    const auto indexOf = [&](std::uint32_t row) {
        const std::uint32_t *const first = rows_.data(), *const end = first + first_settled_;
        return static_cast<std::uint32_t>(std::lower_bound(first, end, row) - first);
    };
    return {indexOf(rows.begin), indexOf(rows.end)};
}

ClassGrids::ClassGrids(const exec::Exec& exec, const ContactSearch& search, exec::View<const Vec3d> position,
                       exec::View<const double> radius, std::size_t moving)
    : classes_(static_cast<std::size_t>(search.sizes.count)) {
    if (search.sizes.count == 1) {
        classes_.front().emplace(exec, lookup(search), search.cell, position, moving,
                                 exec::View<const std::uint32_t>{});
        return;
    }
    RowsByClass found = rowsByClass(exec, search.sizes, radius, moving);
    rows_.swap(found.rows);
    exec::Array<Vec3d> positions(rows_.size());
    exec::for_each(exec, rows_.size(),
                   [&](std::size_t k) { positions.data()[k] = position[rows_.data()[k]]; });
    double cell = search.cell;
    for (std::size_t c = 0; c < classes_.size(); ++c, cell *= 2) {
        const std::size_t begin = found.begin[2 * c], settled = found.begin[2 * c + 1],
                          end = found.begin[2 * c + 2];
        if (begin < end)
            classes_[c].emplace(exec, lookup(search), cell,
                                std::as_const(positions).view().sub(begin, end - begin), settled - begin,
                                std::as_const(rows_).view().sub(begin, end - begin));
    }
}

void Candidates::gather(const ClassGrid& grid, const neighbors::CellBox& box,
                        exec::View<const Vec3d> position, exec::View<const double> radius,
                        neighbors::CellRange skip) {
    grid.inside(box, near_);
    skip = grid.indicesOf(skip);
    std::size_t count = 0;
    for (neighbors::CellRange& range : near_) {
        if (range.begin >= skip.begin && range.begin < skip.end) range.begin = std::min(range.end, skip.end);
        count += range.end - range.begin;
    }
    rows_.resize(count);
    hits_.resize(count + 1);
    for (std::vector<double>* each : {&x_, &y_, &z_, &radius_, &square_}) each->resize(count);
    std::uint32_t* const rows = rows_.data();
    double *const x = x_.data(), *const y = y_.data(), *const z = z_.data(), *const radii = radius_.data();
    std::size_t k = 0;
    for (const auto [first, last] : near_)
        for (std::uint32_t index = first; index < last; ++index, ++k) {
            const std::uint32_t j = grid.row(index);
            const Vec3d& p = position[j];
            rows[k] = j;
            x[k] = p.x;
            y[k] = p.y;
            z[k] = p.z;
            radii[k] = radius[j];
        }
}

std::span<const std::uint32_t> Candidates::findWithin(const Vec3d& p, double a, const Vec3d& shift,
                                                      double gap) {
    const std::size_t count = rows_.size();
    const double *const x = x_.data(), *const y = y_.data(), *const z = z_.data();
    const double* const radii = radius_.data();
    double* const squares = square_.data();
    std::uint32_t* const hits = hits_.data();
    for (std::size_t k = 0; k < count; ++k) {
        const double dx = (p.x - x[k]) - shift.x, dy = (p.y - y[k]) - shift.y, dz = (p.z - z[k]) - shift.z;
        squares[k] = dx * dx + dy * dy + dz * dz;
    }
    // A branch here would be unpredictable. So each index is written, and overwritten by the next one if it
    // is no hit.
    std::size_t found = 0;
    for (std::size_t k = 0; k < count; ++k) {
        const double reach = a + radii[k] + gap;
        hits[found] = static_cast<std::uint32_t>(k);
        found += squares[k] < reach * reach;
    }
    return {hits, found};
}

}  // namespace talus::grains
