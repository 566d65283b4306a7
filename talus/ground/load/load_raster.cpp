#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "talus/ground/load/load.h"
#include "talus/ground/load/raster_request.h"
#include "talus/method/land/raster_warnings.h"

namespace talus::ground {

using method::Scene;

void loadRaster(Scene& scene, const Checking& checked) {
    if (!in(scene).ground || in(scene).ground->shape != Ground::Shape::Raster) return;
    Ground& ground = *in(scene).ground;
    const SourceSpan span = checked.spanOf("ground", 0, "file");
    if (!checked.files.rasters)
        return checked.diagnostics.error(span, "this program cannot read rasters", "run the scene by talus");
    if (ground.raster.vertical_scale == 0)
        return checked.diagnostics.error(checked.spanOf("ground", 0, "vertical_scale"),
                                         "'vertical_scale' must not be 0",
                                         "for flat ground: shape = \"flat\"");
    const std::string word = ground.raster.file;
    const auto path = checked.path("ground", 0, "file", word);
    if (!path) return;
    ground.raster.file = *path;
    method::RasterRequest request = rasterRequest(ground.raster);
    request.memory_bytes = checked.files.memory->left();
    Result<method::RasterLand> read = checked.files.rasters(request);
    if (!read) {
        std::error_code code;
        const bool there = std::filesystem::exists(ground.raster.file, code);
        return checked.diagnostics.error(
            span, method::withPathAsGiven(read.error().message, ground.raster.file, word),
            there ? "'cell' is the side of a cell; 'window_corner', 'width', 'depth' and 'spacing' choose a "
                    "part, and how fine"
                  : "paths are relative to the scene's folder");
    }
    checked.files.memory->hasRead(read->reading_bytes);
    geometry::Heightfield& field = read->field;
    method::warnOfRaster(checked, "ground", "file", word, *read, "vertical_scale");
    const double scale = ground.raster.scale;
    field.grid.origin_x = ground.corner.x;
    field.grid.origin_y = ground.corner.y;
    field.grid.spacing *= scale;
    for (double& height : field.height.view()) height = ground.corner.z + scale * height;
    if (!(std::isfinite(field.grid.spacing) && field.grid.spacing > 0))
        return checked.diagnostics.error(checked.spanOf("ground", 0, "scale"),
                                         "the ground has no spacing at this scale", "");
    ground.surface = std::make_shared<const geometry::Heightfield>(std::move(field));
}

}  // namespace talus::ground
