#include "talus/run/land/raster_ground.h"

#include <algorithm>

#include <fmt/format.h>

namespace talus::run {

Result<io::Raster> readRasterPart(const method::RasterRequest& request) {
    io::RasterOptions options;
    options.spacing = request.cell;
    options.vertical_scale = request.vertical_scale;
    auto raster = io::readRaster(request.path, options);
    if (!raster) return raster.error();
    auto part = io::cutOut(*raster, {request.window_corner[0], request.window_corner[1], request.width,
                                     request.depth, request.spacing});
    if (!part)
        return Error{ErrorKind::Input,
                     fmt::format("the raster '{}' cannot be used: {}", request.path, part.error().message)};
    return part;
}

Result<method::RasterLand> readRasterGround(const method::RasterRequest& request) {
    auto part = readRasterPart(request);
    if (!part) return part.error();
    const double length_error = io::lengthError(*part);
    const auto holes = std::as_const(part->hole).view();
    return method::RasterLand{std::move(part->ground),
                              static_cast<std::size_t>(std::count_if(holes.begin(), holes.end(),
                                                                     [](auto hole) { return hole != 0; })),
                              length_error};
}

}  // namespace talus::run
