#include "talus/grains/neighbourhood.h"

#include <algorithm>

namespace talus::grains {
namespace {

neighbors::CellGrid::Lookup lookup(const ContactSearch& search) {
    return search.search == Search::Hash ? neighbors::CellGrid::Lookup::Hashed
                                         : neighbors::CellGrid::Lookup::Automatic;
}

}  // namespace

Neighbourhood::Neighbourhood(const exec::Exec& exec, const ContactSearch& search,
                             exec::View<const Vec3d> position, std::size_t moving)
    : moving_(exec, position.sub(0, moving), search.cell, lookup(search)),
      first_settled_(static_cast<std::uint32_t>(moving)) {
    if (moving < position.size())
        settled_.emplace(exec, position.sub(moving, position.size() - moving), search.cell, lookup(search));
}

void Neighbourhood::around(const neighbors::Cell& cell, int cells,
                           std::vector<neighbors::CellRange>& ranges) const {
    ranges.clear();
    moving_.around(cell, cells, ranges);
    if (!settled_) return;
    const std::size_t of_moving = ranges.size();
    settled_->around(cell, cells, ranges);
    for (neighbors::CellRange& range : std::span(ranges).subspan(of_moving)) {
        range.begin += first_settled_;
        range.end += first_settled_;
    }
}

void Candidates::gather(const Neighbourhood& grid, const neighbors::Cell& cell, int cells,
                        exec::View<const Vec3d> position, exec::View<const double> radius,
                        neighbors::CellRange known) {
    grid.around(cell, cells, near_);
    std::size_t count = 0;
    for (neighbors::CellRange& range : near_) {
        if (range.begin >= known.begin && range.begin < known.end)
            range.begin = std::min(range.end, known.end);
        count += range.end - range.begin;
    }
    rows_.resize(count);
    hits_.resize(count + 1);
    for (std::vector<double>* each : {&x_, &y_, &z_, &radius_, &square_}) each->resize(count);
    std::uint32_t* const rows = rows_.data();
    double *const x = x_.data(), *const y = y_.data(), *const z = z_.data(), *const radii = radius_.data();
    std::size_t k = 0;
    for (const auto [first, last] : near_)
        for (std::uint32_t j = first; j < last; ++j, ++k) {
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
    // Whether one is near enough cannot be foretold, so each is written down, and the next one over it
    // where it is not.
    std::size_t found = 0;
    for (std::size_t k = 0; k < count; ++k) {
        const double reach = a + radii[k] + gap;
        hits[found] = static_cast<std::uint32_t>(k);
        found += squares[k] < reach * reach;
    }
    return {hits, found};
}

}  // namespace talus::grains
