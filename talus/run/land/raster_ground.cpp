#include "talus/run/land/raster_ground.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/io/raster/raster_cells.h"

namespace talus::run {

namespace {

struct PartRead {
    io::Raster part;
    double reading_bytes = 0;
};

Result<PartRead> read(const method::RasterRequest& request) {
    io::RasterOptions options;
    options.spacing = request.cell;
    options.vertical_scale = request.vertical_scale;
    options.memory_bytes = request.memory_bytes;
    auto raster = io::readRaster(request.path, options);
    if (!raster) return raster.error();
    auto part = io::cutOut(*raster, {request.window_corner[0], request.window_corner[1], request.width,
                                     request.depth, request.spacing, request.memory_bytes});
    if (!part)
        return Error{ErrorKind::Input,
                     fmt::format("the raster '{}' cannot be used: {}", request.path, part.error().message)};
    return PartRead{std::move(*part),
                    io::readingBytes(static_cast<double>(raster->ground.grid.size()), !raster->hole.empty())};
}

}  // namespace

Result<io::Raster> readRasterPart(const method::RasterRequest& request) {
    auto whole = read(request);
    if (!whole) return whole.error();
    return std::move(whole->part);
}

Result<method::RasterLand> readRasterGround(const method::RasterRequest& request) {
    auto whole = read(request);
    if (!whole) return whole.error();
    io::Raster* const part = &whole->part;
    const double length_error = io::lengthError(*part);
    const auto holes = std::as_const(part->hole).view();
    return method::RasterLand{std::move(part->ground),
                              static_cast<std::size_t>(std::count_if(holes.begin(), holes.end(),
                                                                     [](auto hole) { return hole != 0; })),
                              length_error, whole->reading_bytes, std::move(part->doubts)};
}

}  // namespace talus::run
