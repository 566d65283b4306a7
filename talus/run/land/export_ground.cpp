#include "talus/run/land/export_ground.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/run/land/raster_ground.h"

namespace talus::run {
namespace {

/// The number that a raster would have for a height of the scene.
double numberOf(const method::Land& land, double height) {
    return (height - land.base) / (land.scale * land.vertical_scale);
}

/// Land that has columns of its own, in the numbers and the coordinates of the raster that it came from. A
/// column that stands in a hole of that is one.
io::Raster onOwnColumns(const method::Land& land, const io::Raster& from) {
    const geometry::ColumnGrid& own = land.start->grid;
    io::Raster raster;
    raster.ground = geometry::flatHeightfield({0, 0, own.spacing / land.scale, own.columns, own.rows}, 0);
    raster.nodata = from.nodata;
    raster.vertical = {from.vertical.step, from.vertical.offset, false};  // tops are no whole numbers
    raster.reference = from.reference;
    const double x = (own.origin_x - land.corner->x) / land.scale,
                 y = (own.origin_y - land.corner->y) / land.scale;  // in the raster's metres
    if (raster.reference) {
        raster.reference->corner_x += x * raster.reference->scale_x;
        raster.reference->corner_y += y * raster.reference->scale_y;
    }
    if (!from.hole.empty()) raster.hole.resize(own.size());
    const geometry::ColumnGrid& grid = from.ground.grid;
    for (std::uint32_t j = 0; j < own.rows; ++j)
        for (std::uint32_t i = 0; i < own.columns; ++i) {
            const std::size_t k = own.at(i, j);
            raster.ground.height[k] = numberOf(land, land.start->height[k]);
            const double a = std::round((x + i * raster.ground.grid.spacing) / grid.spacing),
                         b = std::round((y + j * raster.ground.grid.spacing) / grid.spacing);
            if (from.hole.empty() || !(a >= 0 && b >= 0 && a < grid.columns && b < grid.rows)) continue;
            raster.hole[k] = from.hole[grid.at(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b))];
        }
    return raster;
}

}  // namespace

Result<GroundRasters> GroundRasters::of(const method::Land& land) {
    GroundRasters rasters(land);
    const geometry::Heightfield& start = *land.start;
    if (land.source) {
        method::RasterRequest request = *land.source;
        request.vertical_scale = 1;
        auto part = readRasterPart(request);
        if (!part) return part.error();
        if (land.corner) {
            rasters.source_ = onOwnColumns(land, *part);
            return rasters;
        }
        if (part->ground.height.size() != start.height.size())
            return Error{
                ErrorKind::Input,
                fmt::format("the raster '{}' is not the one that the run began with", land.source->path)};
        rasters.source_ = std::move(*part);
        return rasters;
    }
    // Made ground: the scene's own metres are its coordinates.
    rasters.source_.ground.grid = {0, 0, start.grid.spacing, start.grid.columns, start.grid.rows};
    rasters.source_.ground.height = start.height;
    rasters.source_.reference = io::Georeference{"", start.grid.origin_x, start.grid.origin_y, 1, 1};
    return rasters;
}

io::Raster GroundRasters::rasterOf(exec::View<const double> heights) const {
    io::Raster raster;
    raster.ground.grid = source_.ground.grid;
    raster.ground.height = source_.ground.height;
    raster.hole = source_.hole;
    raster.nodata = source_.nodata;
    raster.vertical = source_.vertical;
    raster.reference = source_.reference;
    const auto start = land_.start->height.view();
    for (std::size_t k = 0; k < heights.size(); ++k) {
        if (static_cast<float>(heights[k]) == static_cast<float>(start[k])) continue;
        raster.ground.height[k] = numberOf(land_, heights[k]);
        if (!raster.hole.empty()) raster.hole[k] = 0;  // something lies there now
    }
    return raster;
}

io::Raster GroundRasters::changeOf(exec::View<const double> heights) const {
    io::Raster raster = rasterOf(heights);
    raster.vertical = {};
    for (std::size_t k = 0; k < heights.size(); ++k) raster.ground.height[k] -= source_.ground.height[k];
    return raster;
}

io::Raster GroundRasters::valuesAt(exec::View<const double> values) const {
    io::Raster raster = source_;
    raster.vertical = {};
    std::copy(values.begin(), values.end(), raster.ground.height.view().begin());
    return raster;
}

}  // namespace talus::run
