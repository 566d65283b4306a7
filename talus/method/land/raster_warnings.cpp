#include "talus/method/land/raster_warnings.h"

#include <fmt/format.h>

namespace talus::method {

void warnOfRaster(const Checking& checking, std::string_view section, std::string_view key,
                  const std::string& name, const RasterLand& land, std::string_view vertical_scale) {
    const SourceSpan span = checking.spanOf(section, 0, key);
    if (land.holes > 0)
        checking.warn(
            span,
            fmt::format(
                "'{}' has no height for {} of {} columns: they are interpolated from their neighbours", name,
                land.holes, land.field.grid.size()),
            "exported files have no height there either");
    constexpr double noticeable =
        0.01;  // a degree of land at 45 degrees of latitude has less (theory/ground.md)
    if (land.length_error > noticeable)
        checking.warn(
            span,
            fmt::format("'{}' is not a map in metres, and the ground from it is so large that lengths from "
                        "west to east are wrong by up to {:.0f}%",
                        name, 100 * land.length_error),
            "they are exact only in the middle of the file: cut the file, or convert it to metres, both "
            "with gdalwarp (-te, -t_srs)");
    for (const std::string& doubt : land.doubts)
        checking.warn(
            span, fmt::format("'{}' {}", name, doubt),
            fmt::format(
                "add it to the file: put its coordinate system beside it (.prj), or use gdal_edit.py "
                "(-a_srs EPSG:4326 for degrees, -units ft for heights); heights in feet are also right "
                "with {} = 0.3048",
                vertical_scale));
}

}  // namespace talus::method
