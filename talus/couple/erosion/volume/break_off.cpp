#include "talus/couple/erosion/volume/break_off.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numbers>
#include <queue>
#include <unordered_map>

namespace talus::couple::erosion {
namespace {

using geometry::BlockGrid, geometry::CellAt, geometry::VolumeCells;

/// Minimum filled share of a cell that supports others. Cells with less lie on it or hang from it.
constexpr double min_filled = 0.5;

/// A run of consecutive cells of a column that are filled enough: [begin, end).
struct Run {
    std::int64_t i, j, begin, end;
};

/// Calls take(run) for the runs of a column, from the bottom up.
template <class Take>
void forRuns(const EditCells& cells, std::int64_t i, std::int64_t j, Take take) {
    std::int64_t begin = -1;
    const std::int64_t end = cells.grid().cellsAlong(2);
    for (std::int64_t k = 0; k < end;) {
        const std::uint32_t slot = cells.slot(blockOf(cells.grid(), {i, j, k}));
        const bool uniform_block = slot < VolumeCells::first;
        const bool filled_enough =
            uniform_block ? slot == VolumeCells::full : cells.filled({i, j, k}) >= min_filled;
        if (filled_enough && begin < 0) begin = k;
        if (!filled_enough && begin >= 0) {
            take(Run{i, j, begin, k});
            begin = -1;
        }
        k = uniform_block ? (k / BlockGrid::side + 1) * BlockGrid::side : k + 1;
    }
    if (begin >= 0) take(Run{i, j, begin, end});
}

constexpr std::uint32_t none = 0xffffffffu;

/// A firm cell without ground below it down to the bottom of the grid.
struct Hanging {
    CellAt at;
    double length = std::numeric_limits<double>::infinity();  ///< of the shortest path to a support [m]
    std::uint32_t supported_by = none;  ///< next hanging cell of the path; none: a support, or no path
    bool breaks = false;
};

class Overhangs {
  public:
    explicit Overhangs(const EditCells& cells) : cells_(cells) {
        const BlockGrid& grid = cells.grid();
        for (std::int64_t j = 0; j < grid.cellsAlong(1); ++j)
            for (std::int64_t i = 0; i < grid.cellsAlong(0); ++i)
                forRuns(cells, i, j, [&](const Run& run) {
                    if (run.begin == 0) return;
                    for (std::int64_t k = run.begin; k < run.end; ++k) add({i, j, k});
                });
    }

    bool any() const { return !all_.empty(); }
    std::vector<Hanging>& all() { return all_; }
    /// Index of a cell in all(); none: it does not hang.
    std::uint32_t find(const CellAt& c) const {
        const auto found = number_.find(key(c));
        return found == number_.end() ? none : found->second;
    }

    /// Finds the shortest paths from the supports (Dijkstra).
    void measure() {
        using Entry = std::pair<double, std::uint32_t>;
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>> next;
        const auto reach = [&](std::uint32_t n, double length, std::uint32_t from) {
            if (!(length < all_[n].length)) return;
            all_[n].length = length;
            all_[n].supported_by = from;
            next.emplace(length, n);
        };
        for (std::uint32_t n = 0; n < all_.size(); ++n)
            forLevel(all_[n].at, [&](const CellAt& c, double step) {
                // A firm cell that is not among the hanging ones is a support.
                if (find(c) == none && cells_.firm(c) >= min_filled) reach(n, step, none);
            });
        while (!next.empty()) {
            const double length = next.top().first;
            const std::uint32_t n = next.top().second;
            next.pop();
            if (length > all_[n].length) continue;
            const CellAt at = all_[n].at;
            const auto visit = [&](const CellAt& c, double step) {
                if (const std::uint32_t other = find(c); other != none) reach(other, length + step, n);
            };
            forLevel(at, visit);
            visit({at.i, at.j, at.k - 1}, 0);
            visit({at.i, at.j, at.k + 1}, 0);
        }
    }

    /// Marks cells that are farther than `max_length` from a support, and all cells on their paths.
    void markBroken(double max_length) {
        for (Hanging& one : all_) {
            if (!(one.length > max_length)) continue;
            for (Hanging* each = &one; !each->breaks;) {
                each->breaks = true;
                if (each->supported_by == none) break;
                each = &all_[each->supported_by];
            }
        }
    }

  private:
    void add(const CellAt& c) {
        if (!(cells_.firm(c) >= min_filled)) return;
        number_.emplace(key(c), static_cast<std::uint32_t>(all_.size()));
        all_.push_back({c});
    }
    std::int64_t key(const CellAt& c) const {
        return ((c.k + 1) * (cells_.grid().cellsAlong(1) + 2) + c.j + 1) * (cells_.grid().cellsAlong(0) + 2) +
               c.i + 1;
    }
    template <class Take>
    void forLevel(const CellAt& c, Take take) const {
        const double cell = cells_.grid().cell;
        for (std::int64_t y = -1; y <= 1; ++y)
            for (std::int64_t x = -1; x <= 1; ++x)
                if (x != 0 || y != 0)
                    take(CellAt{c.i + x, c.j + y, c.k}, x != 0 && y != 0 ? std::numbers::sqrt2 * cell : cell);
    }

    const EditCells& cells_;
    std::vector<Hanging> all_;
    std::unordered_map<std::int64_t, std::uint32_t> number_;
};

void loosen(EditCells& cells, const CellAt& c) {
    const double share = cells.firm(c);
    if (!(share > 0)) return;
    cells.addFirm(c, -share);
    cells.addLoose(c, share);
}

/// Loosens firm ground in cells that are not filled enough and have no neighbour that holds them.
void loosenFragments(EditCells& cells) {
    const BlockGrid& grid = cells.grid();
    for (std::size_t b = 0; b < grid.size(); ++b) {
        if (cells.slot(b) < VolumeCells::first) continue;
        const CellAt first = firstCell(grid, b);
        for (std::int64_t n = 0; n < std::int64_t{BlockGrid::cells_of_block}; ++n) {
            const CellAt c{first.i + (n & 7), first.j + (n >> 3 & 7), first.k + (n >> 6)};
            if (!(cells.firm(c) > 0) || cells.filled(c) >= min_filled || c.k == 0) continue;
            const std::array<CellAt, 6> beside{{{c.i, c.j, c.k - 1},
                                                {c.i, c.j, c.k + 1},
                                                {c.i - 1, c.j, c.k},
                                                {c.i + 1, c.j, c.k},
                                                {c.i, c.j - 1, c.k},
                                                {c.i, c.j + 1, c.k}}};
            const bool held = std::any_of(beside.begin(), beside.end(),
                                          [&](const CellAt& o) { return cells.firm(o) >= min_filled; });
            if (!held) loosen(cells, c);
        }
    }
}

}  // namespace

void breakOff(EditCells& cells, double max_length) {
    Overhangs overhangs(cells);
    if (overhangs.any()) {
        overhangs.measure();
        overhangs.markBroken(max_length);
        for (const Hanging& one : overhangs.all())
            if (one.breaks) loosen(cells, one.at);
    }
    loosenFragments(cells);
}

}  // namespace talus::couple::erosion
