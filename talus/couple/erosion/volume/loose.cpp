#include "talus/couple/erosion/volume/loose.h"

#include <algorithm>
#include <array>
#include <numbers>
#include <optional>

namespace talus::couple::erosion {
namespace {

using geometry::BlockGrid, geometry::CellAt, geometry::VolumeCells;

/// As in slide_bed.cpp.
constexpr double fraction = 0.4, slack = 1e-2;
/// A cell that is filled so far carries what lies on it.
constexpr double carries = 0.5;
/// So many cells below a top the next one is looked for.
constexpr std::int64_t deepest = 16;

constexpr std::array<std::array<int, 2>, 8> around{
    {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}};

/// Calls take(cell) for the cells of blocks that are neither empty nor full, column by column from the bottom
/// up.
template <class Take>
void forKeptCells(const EditCells& cells, Take take) {
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

/// The height of what a cell carries, in cells above the grid's bottom: it, and what lies on it.
double heightOf(const EditCells& cells, const CellAt& c) {
    const double above = cells.filled({c.i, c.j, c.k + 1});
    return static_cast<double>(c.k) + std::min(1.0, cells.filled(c)) + (above < carries ? above : 0);
}

/// The highest cell of a column that carries, at or below a height and not too deep.
std::optional<CellAt> topBelow(const EditCells& cells, CellAt c) {
    for (const std::int64_t least = std::max<std::int64_t>(0, c.k - deepest); c.k >= least; --c.k)
        if (cells.filled(c) >= carries) return c;
    return std::nullopt;
}

}  // namespace

void fallLoose(EditCells& cells) {
    forKeptCells(cells, [&](const CellAt& c) {
        if (c.k == 0) return;
        const CellAt below{c.i, c.j, c.k - 1};
        const double falls = std::min(cells.loose(c), cells.room(below));
        if (!(falls > 0)) return;
        cells.addLoose(c, -falls);
        cells.addLoose(below, falls);
    });
}

void slideLoose(EditCells& cells, double steepest) {
    const BlockGrid& grid = cells.grid();
    forKeptCells(cells, [&](const CellAt& c) {
        const CellAt above{c.i, c.j, c.k + 1};
        if (!(cells.filled(c) >= carries) || cells.filled(above) >= carries) return;
        const double there = cells.loose(c) + (has(grid, above) ? cells.loose(above) : 0);
        if (!(there > 0)) return;
        const double height = heightOf(cells, c);
        std::array<CellAt, 8> to;
        double excess = 0;
        int count = 0;
        for (const auto& d : around) {
            const CellAt beside{c.i + d[0], c.j + d[1], c.k};
            if (!has(grid, beside) || cells.filled({beside.i, beside.j, c.k + 1}) >= carries) continue;
            const double far = d[0] != 0 && d[1] != 0 ? std::numbers::sqrt2 : 1;
            const auto top = topBelow(cells, beside);
            if (!top) continue;
            const double own = height - heightOf(cells, *top) - steepest * far;
            if (!(own > slack)) continue;
            excess += own;
            to[static_cast<std::size_t>(count++)] = *top;
        }
        if (count == 0) return;
        const double each = std::min(fraction * excess / count, there) / count;
        double given = 0;
        for (int n = 0; n < count; ++n) {
            CellAt target = to[static_cast<std::size_t>(n)];
            double left = each;
            for (int up = 0; up < 2 && left > 0; ++up, ++target.k) {
                const double part = std::min(left, cells.room(target));
                if (!(part > 0)) continue;
                cells.addLoose(target, part);
                left -= part;
            }
            given += each - left;
        }
        // From the top down.
        const double upper = has(grid, above) ? std::min(given, cells.loose(above)) : 0;
        if (upper > 0) cells.addLoose(above, -upper);
        if (given > upper) cells.addLoose(c, -(given - upper));
    });
}

}  // namespace talus::couple::erosion
