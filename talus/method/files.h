#pragma once
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "talus/core/result.h"
#include "talus/geometry/heightfield.h"
#include "talus/method/memory_budget.h"

namespace talus::method {

/// A request for heights from a raster. Lengths are in metres on the land.
struct RasterRequest {
    std::string path;
    std::optional<double> cell;  ///< side of a cell of a raster that does not give one [m]
    double vertical_scale = 1;
    std::vector<double> window_corner{0, 0};  ///< of the part to read, from the south-west column [m]
    std::optional<double> width, depth;       ///< of the part [m]; absent: to the end of the raster
    std::optional<double> spacing;            ///< of the result [m]; absent: the raster's own
    double memory_bytes = std::numeric_limits<double>::infinity();  ///< limit for reading
};
/// Land as read from a raster.
struct RasterLand {
    geometry::Heightfield field;
    std::size_t holes = 0;  ///< columns without a height in the file; in `field` they are interpolated
    /// The largest relative error of lengths from west to east; not 0 for rasters in degrees only.
    double length_error = 0;
    double reading_bytes = 0;  ///< memory that reading it took at its peak
    /// What was assumed because the file does not say it: each the rest of a sentence that begins with its
    /// name.
    std::vector<std::string> doubts{};
};
/// Reads heights from a raster; its south-west column is at (0, 0). Errors (Input) name the file as the
/// request does. This layer cannot read rasters itself; run/land/raster_ground.h has such a function.
using RasterReader = std::function<Result<RasterLand>(const RasterRequest&)>;

/// Finds and reads the files that a scene names.
struct Files {
    std::string folder;      ///< of the scene; names of files are relative to it
    RasterReader rasters{};  ///< empty: this program cannot read rasters
    /// For all files together.
    std::shared_ptr<MemoryBudget> memory = std::make_shared<MemoryBudget>();

    /// The absolute path of a file by its name in the scene, so that a resolved scene runs from any folder.
    std::string path(const std::string& name) const;
};

/// The message with the file's name as the scene gives it in place of its absolute path.
std::string withPathAsGiven(std::string message, const std::string& path, const std::string& name);

}  // namespace talus::method
