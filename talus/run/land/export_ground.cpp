#include "talus/run/land/export_ground.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/run/land/raster_ground.h"

namespace talus::run {

Result<GroundRasters> GroundRasters::of(const method::Land& land) {
    GroundRasters rasters(land);
    const geometry::Heightfield& start = *land.start;
    if (land.source) {
        method::RasterRequest request = *land.source;
        request.vertical_scale = 1;
        auto part = readRasterPart(request);
        if (!part) return part.error();
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
        raster.ground.height[k] = (heights[k] - land_.base) / (land_.scale * land_.vertical_scale);
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
