#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "talus/scene/passes.h"

namespace talus::scene {

RasterRequest rasterRequest(const RasterGround& ground) {
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

void loadRaster(Scene& scene, const std::string& folder, const RasterReader& rasters, const Entries& root,
                Diagnostics& diagnostics) {
    if (!scene.ground || scene.ground->shape != Ground::Shape::Raster) return;
    Ground& ground = *scene.ground;
    const Checked checked{scene, root, diagnostics};
    const SourceSpan place = checked.place("ground", 0, "file");
    if (!rasters)
        return diagnostics.error(place, "this program cannot read rasters", "run the scene by talus");
    if (ground.raster.vertical_scale == 0)
        return diagnostics.error(checked.place("ground", 0, "vertical_scale"),
                                 "'vertical_scale' must not be 0", "for flat ground: shape = \"flat\"");
    const std::string word = ground.raster.file;
    std::error_code code;
    ground.raster.file =
        std::filesystem::absolute(std::filesystem::path(folder) / word, code).lexically_normal().string();
    Result<RasterLand> read = rasters(rasterRequest(ground.raster));
    if (!read) {
        // The user's own word, not the folder, which differs from machine to machine.
        std::string message = read.error().message;
        if (const auto at = message.find(ground.raster.file); at != std::string::npos)
            message.replace(at, ground.raster.file.size(), word);
        const bool there = std::filesystem::exists(ground.raster.file, code);
        return diagnostics.error(place, message,
                                 there
                                     ? "'cell' is the side of a cell; 'window_corner', 'width', 'depth' and "
                                       "'spacing' choose a part, and how fine"
                                     : "paths are relative to the scene's folder");
    }
    geometry::Heightfield& field = read->field;
    if (read->holes > 0)
        Checked{scene, root, diagnostics}.warn(
            place,
            fmt::format("'{}' has no height for {} of {} columns: they lie between those around them", word,
                        read->holes, field.grid.size()),
            "files that are exported have no height there either");
    constexpr double noticeable = 0.01;
    if (read->length_error > noticeable)
        Checked{scene, root, diagnostics}.warn(
            place,
            fmt::format(
                "'{}' is no map in metres, and the ground taken from it goes so far that lengths from "
                "west to east are up to {:.0f}% wrong",
                word, 100 * read->length_error),
            "they are right in the middle of the file: cut the file, or bring it into metres, both by "
            "gdalwarp "
            "(-te, -t_srs)");
    const double scale = ground.raster.scale;
    field.grid.origin_x = ground.corner.x;
    field.grid.origin_y = ground.corner.y;
    field.grid.spacing *= scale;
    for (double& height : field.height.view()) height = ground.corner.z + scale * height;
    if (!(std::isfinite(field.grid.spacing) && field.grid.spacing > 0))
        return diagnostics.error(checked.place("ground", 0, "scale"),
                                 "the ground has no spacing at this scale", "");
    ground.surface = std::make_shared<const geometry::Heightfield>(std::move(field));
}

}  // namespace talus::scene
