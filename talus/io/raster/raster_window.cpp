#include <cmath>

#include <fmt/format.h>

#include "talus/geometry/resample.h"
#include "talus/io/raster/raster_cells.h"

namespace talus::io {
namespace {

using geometry::ColumnGrid;
using geometry::ColumnRange;

Error wrong(std::string message) { return {ErrorKind::Input, std::move(message)}; }

/// The range of columns along an axis, from the one nearest to `from`, over the length `size`.
Result<std::pair<std::uint32_t, std::uint32_t>> rangeOf(double from, const std::optional<double>& size,
                                                        double spacing, std::uint32_t count,
                                                        const char* axis) {
    const double first = std::round(from / spacing), last = count - 1;
    if (!(first >= 0 && first < last))
        return wrong(fmt::format("the part begins at {} = {:.6g} m; the raster goes from 0 to {:.6g} m", axis,
                                 from, last * spacing));
    if (!size) return std::pair{static_cast<std::uint32_t>(first), count};
    const double end = first + std::round(*size / spacing);
    if (!(end >= first + 1 && end <= last))
        return wrong(fmt::format(
            "the part goes to {} = {:.6g} m; the raster goes from 0 to {:.6g} m in steps of {:.6g} "
            "m",
            axis, from + *size, last * spacing, spacing));
    return std::pair{static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end) + 1};
}

}  // namespace

Result<Raster> cutOut(const Raster& raster, const RasterWindow& window) {
    const ColumnGrid& grid = raster.ground.grid;
    const auto i = rangeOf(window.corner_x, window.width, grid.spacing, grid.columns, "x");
    if (!i) return i.error();
    const auto j = rangeOf(window.corner_y, window.depth, grid.spacing, grid.rows, "y");
    if (!j) return j.error();
    const ColumnRange range{i->first, i->second, j->first, j->second};
    Raster part;
    part.nodata = raster.nodata;
    part.vertical = raster.vertical;
    part.reference = raster.reference;
    part.declares_nodata = raster.declares_nodata;
    part.doubts = raster.doubts;
    if (part.reference) {
        part.reference->corner_x += range.first_i * grid.spacing * part.reference->scale_x;
        part.reference->corner_y += range.first_j * grid.spacing * part.reference->scale_y;
    }
    part.ground.grid = {0, 0, grid.spacing, range.width(), range.depth()};
    part.ground.height = geometry::cutOut(grid, raster.ground.height.view(), range);
    exec::Array<double> holes;
    if (!raster.hole.empty()) {
        exec::Array<double> all(grid.size());
        for (std::size_t k = 0; k < grid.size(); ++k) all[k] = raster.hole[k] != 0;
        holes = geometry::cutOut(grid, std::as_const(all).view(), range);
    }
    if (window.spacing && std::abs(*window.spacing / grid.spacing - 1) > 1e-9) {
        constexpr double max_columns = double(std::uint64_t{1} << 28);
        const ColumnGrid own = part.ground.grid;
        const double columns =
                         std::floor((own.columns - 1) * (grid.spacing / *window.spacing) * (1 + 1e-12)) + 1,
                     rows = std::floor((own.rows - 1) * (grid.spacing / *window.spacing) * (1 + 1e-12)) + 1;
        if (!(columns >= 2 && rows >= 2 && columns * rows <= max_columns))
            return wrong(fmt::format(
                "with a spacing of {:.6g} m it has {:.0f} x {:.0f} columns; choose a {} one", *window.spacing,
                columns, rows, columns * rows > max_columns ? "larger" : "smaller"));
        if (const Status enough = checkMemory(columns * rows, window.memory_bytes); !enough)
            return enough.error();
        const ColumnGrid to{0, 0, *window.spacing, static_cast<std::uint32_t>(columns),
                            static_cast<std::uint32_t>(rows)};
        part.ground.height = geometry::resampled(own, std::as_const(part.ground.height).view(), to);
        if (!holes.empty()) holes = geometry::resampled(own, std::as_const(holes).view(), to);
        part.ground.grid = to;
    }
    bool any = false;
    for (std::size_t k = 0; k < holes.size(); ++k) any = any || holes[k] > 0.5;
    if (any) {
        part.hole.resize(holes.size());
        for (std::size_t k = 0; k < holes.size(); ++k) part.hole[k] = holes[k] > 0.5;
    }
    return part;
}

}  // namespace talus::io
