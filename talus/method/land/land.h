#pragma once
#include <memory>
#include <optional>
#include <string>

#include "talus/geometry/heightfield.h"
#include "talus/geometry/shapes.h"
#include "talus/method/files.h"

namespace talus::method {

/// A heightfield of a scene, and the raster that it came from; exports are in the coordinates of that raster.
struct Land {
    std::string set;                                     ///< name of its set in frames: "ground"
    std::shared_ptr<const geometry::Heightfield> start;  ///< as it was before the first step
    /// The box that is drawn with the ground below the surface; absent: none.
    std::optional<geometry::Box> block{};
    std::optional<RasterRequest> source{};  ///< the raster that it came from
    /// Columns of exactly this height have no ground and are holes in exported rasters [m]; absent: all have
    /// ground.
    std::optional<double> empty{};
    std::optional<Vec3d> corner{};  ///< corner of the raster, where the land has other columns than it [m]
    double scale = 1;               ///< factor on all lengths of the raster, including heights
    double vertical_scale = 1;      ///< factor on its heights alone
    double base = 0;                ///< height of the land where the raster has the height 0 [m]
};

}  // namespace talus::method
