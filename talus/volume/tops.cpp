#include "talus/volume/tops.h"

#include <algorithm>

namespace talus::volume {
namespace {

/// Minimum filled share of the top cell. A cell with less lies on the one below it and adds to its height.
constexpr double min_filled = 0.5;

}  // namespace

geometry::Heightfield topsOf(const geometry::VolumeCells& cells, const std::array<std::uint32_t, 3>& box) {
    const geometry::BlockGrid& grid = cells.grid;
    const double half = 0.5 * grid.cell;
    // A heightfield has at least two columns along each axis; the grid has at least eight cells.
    const auto along = [](std::uint32_t cells) { return std::max(cells, 2u); };
    geometry::Heightfield tops = geometry::flatHeightfield(
        {grid.corner.x + half, grid.corner.y + half, grid.cell, along(box[0]), along(box[1])}, grid.corner.z);
    for (std::uint32_t j = 0; j < tops.grid.rows; ++j)
        for (std::uint32_t i = 0; i < tops.grid.columns; ++i)
            for (std::int64_t k = grid.cellsAlong(2) - 1; k >= 0; --k) {
                const double filled = cells.filled({i, j, k});
                if (filled < min_filled) continue;
                const double above = cells.filled({i, j, k + 1});
                tops.height[tops.grid.at(i, j)] +=
                    grid.cell *
                    (static_cast<double>(k) + std::min(filled, 1.0) + (above < min_filled ? above : 0));
                break;
            }
    return tops;
}

}  // namespace talus::volume
