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

/// What is wanted of a raster. Lengths in metres on the land that it shows.
struct RasterRequest {
    std::string path;
    std::optional<double> cell;  ///< of a raster that does not say its own
    double vertical_scale = 1;
    std::vector<double> window_corner{0, 0};                        ///< from the south-west column
    std::optional<double> width, depth;                             ///< absent: to its end
    std::optional<double> spacing;                                  ///< absent: its own
    double memory_bytes = std::numeric_limits<double>::infinity();  ///< that reading it may take
};
struct RasterLand {
    geometry::Heightfield field;
    std::size_t holes = 0;  ///< columns for which the file has no height; the field's own is made up
    /// By how much lengths from west to east are wrong where that is worst: of rasters in degrees.
    double length_error = 0;
    double reading_bytes = 0;  ///< memory that reading it took at its peak
    /// What the file leaves open and was assumed: clauses that go on after its name.
    std::vector<std::string> doubts{};
};
/// Reads heights from a raster, its south-west column at (0, 0). Errors (Input) name the file as the request
/// does. Rasters are not for this layer; run/land/raster_ground.h has one.
using RasterReader = std::function<Result<RasterLand>(const RasterRequest&)>;

/// Where the files are that a scene names, and how those are read that need a library.
struct Files {
    std::string folder;      ///< of the scene; files are named relative to it
    RasterReader rasters{};  ///< none: this program cannot read rasters
    /// Memory for all of them together.
    std::shared_ptr<MemoryBudget> memory = std::make_shared<MemoryBudget>();

    /// The path of a file by the word of the scene, absolute, so that a resolved scene runs anywhere.
    std::string path(const std::string& word) const;
};

/// An error about a file in the user's own word, not in its path, which differs from machine to machine.
std::string inWordsOf(std::string message, const std::string& path, const std::string& word);

}  // namespace talus::method
