#pragma once
#include <memory>
#include <optional>
#include <string>

#include "talus/geometry/heightfield.h"
#include "talus/geometry/shapes.h"
#include "talus/method/files.h"

namespace talus::method {

/// A heightfield of a scene, and where it came from: its exports go back there.
struct Land {
    std::string set;                                     ///< of the frames that show it: "ground"
    std::shared_ptr<const geometry::Heightfield> start;  ///< as it was before the first step
    std::optional<geometry::Box> block{};                ///< as it is drawn, with what is below; absent: not
    std::optional<RasterRequest> source{};               ///< the raster that it came from
    /// Columns that are exactly so high have no ground, and are holes of rasters; absent: all have some [m].
    std::optional<double> empty{};
    std::optional<Vec3d> corner{};  ///< where that begins, of land that has other columns than it [m]
    double scale = 1;               ///< of all lengths of that raster, heights too
    double vertical_scale = 1;      ///< of its heights alone
    double base = 0;                ///< height at which a height of 0 of the raster lies [m]
};

}  // namespace talus::method
