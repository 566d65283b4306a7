#include "talus/ground/load/raster_request.h"

namespace talus::ground {

method::RasterRequest rasterRequest(const RasterGround& ground) {
    const double s = ground.scale;
    const auto onLand = [&](const std::optional<double>& length) {
        return length ? std::optional<double>(*length / s) : std::nullopt;
    };
    return {.path = ground.file,
            .cell = ground.cell,
            .vertical_scale = ground.vertical_scale,
            .window_corner = {ground.window_corner[0] / s, ground.window_corner[1] / s},
            .width = onLand(ground.width),
            .depth = onLand(ground.depth),
            .spacing = onLand(ground.spacing)};
}

}  // namespace talus::ground
