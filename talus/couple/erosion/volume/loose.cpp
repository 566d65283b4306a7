#include "talus/couple/erosion/volume/loose.h"

#include <algorithm>
#include <array>
#include <numbers>
#include <optional>

namespace talus::couple::erosion {
namespace {

using geometry::BlockGrid, geometry::CellAt, geometry::VolumeCells;

/// Share of the mean excess height that slides in a sweep, and minimum excess [cells] (slide_bed.cpp).
constexpr double fraction = 0.4, slack = 1e-2;
/// Minimum filled share of a cell that carries what lies on it.
constexpr double min_filled = 0.5;
/// Number of cells below a top within which the top of a neighbouring column is searched.
constexpr std::int64_t max_depth = 16;

constexpr std::array<std::array<int, 2>, 8> around{
    {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}};

/// Calls take(cell) for the cells of blocks that are neither empty nor full, column by column, from the
/// bottom up.
template <class Take>
void forPartlyFilledCells(const EditCells& cells, Take take) {
    const BlockGrid& grid = cells.grid();
    for (std::int64_t j = 0; j < grid.cellsAlong(1); ++j)
        for (std::int64_t i = 0; i < grid.cellsAlong(0); ++i)
            for (std::int64_t k = 0; k < grid.cellsAlong(2);) {
                if (cells.slot(blockOf(grid, {i, j, k})) < VolumeCells::first) {
                    k = (k / BlockGrid::side + 1) * BlockGrid::side;
                    continue;
                }
                take(CellAt{i, j, k});
                ++k;
            }
}

/// Height of the top of a cell and of what it carries, in cells above the bottom of the grid.
double heightOf(const EditCells& cells, const CellAt& c) {
    const double above = cells.filled({c.i, c.j, c.k + 1});
    return static_cast<double>(c.k) + std::min(1.0, cells.filled(c)) + (above < min_filled ? above : 0);
}

/// The highest cell of a column that is filled enough, from `c` down to `max_depth` cells below it.
std::optional<CellAt> topBelow(const EditCells& cells, CellAt c) {
    for (const std::int64_t min_k = std::max<std::int64_t>(0, c.k - max_depth); c.k >= min_k; --c.k)
        if (cells.filled(c) >= min_filled) return c;
    return std::nullopt;
}

}  // namespace

void fallLoose(EditCells& cells) {
    forPartlyFilledCells(cells, [&](const CellAt& c) {
        if (c.k == 0) return;
        const CellAt below{c.i, c.j, c.k - 1};
        const double falling = std::min(cells.loose(c), cells.capacity(below));
        if (!(falling > 0)) return;
        cells.addLoose(c, -falling);
        cells.addLoose(below, falling);
    });
}

void slideLoose(EditCells& cells, double max_slope) {
    const BlockGrid& grid = cells.grid();
    forPartlyFilledCells(cells, [&](const CellAt& c) {
        const CellAt above{c.i, c.j, c.k + 1};
        if (!(cells.filled(c) >= min_filled) || cells.filled(above) >= min_filled) return;
        const double available = cells.loose(c) + (has(grid, above) ? cells.loose(above) : 0);
        if (!(available > 0)) return;
        const double height = heightOf(cells, c);
        std::array<CellAt, 8> to;
        double excess = 0;
        int count = 0;
        for (const auto& d : around) {
            const CellAt neighbour{c.i + d[0], c.j + d[1], c.k};
            if (!has(grid, neighbour) || cells.filled({neighbour.i, neighbour.j, c.k + 1}) >= min_filled)
                continue;
            const double distance = d[0] != 0 && d[1] != 0 ? std::numbers::sqrt2 : 1;
            const auto top = topBelow(cells, neighbour);
            if (!top) continue;
            const double own_excess = height - heightOf(cells, *top) - max_slope * distance;
            if (!(own_excess > slack)) continue;
            excess += own_excess;
            to[static_cast<std::size_t>(count++)] = *top;
        }
        if (count == 0) return;
        const double share = std::min(fraction * excess / count, available) / count;
        double moved = 0;
        for (int n = 0; n < count; ++n) {
            CellAt target = to[static_cast<std::size_t>(n)];
            double left = share;
            for (int up = 0; up < 2 && left > 0; ++up, ++target.k) {
                const double part = std::min(left, cells.capacity(target));
                if (!(part > 0)) continue;
                cells.addLoose(target, part);
                left -= part;
            }
            moved += share - left;
        }
        // What slides is taken from the cell above first.
        const double upper = has(grid, above) ? std::min(moved, cells.loose(above)) : 0;
        if (upper > 0) cells.addLoose(above, -upper);
        if (moved > upper) cells.addLoose(c, -(moved - upper));
    });
}

}  // namespace talus::couple::erosion
