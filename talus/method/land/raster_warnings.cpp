#include "talus/method/land/raster_warnings.h"

#include <fmt/format.h>

namespace talus::method {

void warnOfRaster(const Checking& checking, std::string_view section, std::string_view key,
                  const std::string& word, const RasterLand& land, std::string_view vertical_scale) {
    const SourceSpan place = checking.place(section, 0, key);
    if (land.holes > 0)
        checking.warn(
            place,
            fmt::format("'{}' has no height for {} of {} columns: they lie between those around them", word,
                        land.holes, land.field.grid.size()),
            "files that are exported have no height there either");
    constexpr double noticeable = 0.01;  // more than a degree of land has at 45 degrees (theory/ground.md)
    if (land.length_error > noticeable)
        checking.warn(
            place,
            fmt::format(
                "'{}' is no map in metres, and the ground taken from it goes so far that lengths from "
                "west to east are up to {:.0f}% wrong",
                word, 100 * land.length_error),
            "they are right in the middle of the file: cut the file, or bring it into metres, both by "
            "gdalwarp "
            "(-te, -t_srs)");
    for (const std::string& doubt : land.doubts)
        checking.warn(
            place, fmt::format("'{}' {}", word, doubt),
            fmt::format(
                "say it in the file: put its coordinate system beside it (.prj), or use gdal_edit.py "
                "(-a_srs EPSG:4326 for degrees, -units ft for heights); heights in feet are also right "
                "with {} = 0.3048",
                vertical_scale));
}

}  // namespace talus::method
