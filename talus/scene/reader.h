#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "talus/core/diagnostics.h"
#include "talus/scene/scene.h"

namespace talus::scene {

/// What the feasibility pass holds a scene's needs against.
struct Machine {
    double memory_bytes = 0;  ///< RAM; 0: not known, memory is not checked
};
/// The machine that this runs on.
Machine thisMachine();

/// What is wanted of a raster. Lengths in metres on the land that it shows.
struct RasterRequest {
    std::string path;
    std::optional<double> cell;  ///< of a raster that does not say its own
    double vertical_scale = 1;
    std::vector<double> window_corner{0, 0};  ///< from the south-west column
    std::optional<double> width, depth;       ///< absent: to its end
    std::optional<double> spacing;            ///< absent: its own
};
RasterRequest rasterRequest(const RasterGround& ground);
struct RasterLand {
    geometry::Heightfield field;
    std::size_t holes = 0;  ///< columns for which the file has no height; the field's own is made up
    /// By how much lengths from west to east are wrong where that is worst: of rasters in degrees.
    double length_error = 0;
};
/// Reads ground from a raster, its south-west column at (0, 0). Errors (Input) name the file as the request
/// does. Files are not for this layer; run/raster_ground.h has one.
using RasterReader = std::function<Result<RasterLand>(const RasterRequest&)>;

struct ReadResult {
    std::optional<Scene> scene;  ///< absent when there are errors
    Diagnostics diagnostics;     ///< format(file name, text of the file) gives the user's text
};

/// Reads a scene in four passes: syntax, schema, references, feasibility. All errors of a pass are
/// reported at once; a pass with errors is the last one.
/// @param text the file's content; hostile input gives errors, never a crash
/// @param file_name used for nothing but messages
/// @param overrides as given to `--set`: "time.dt=1e-5", "emitter.spout.rate=500 /s",
/// "contact[0].friction=0.2"
/// @param rasters reads the raster of [ground]; a scene that names one is an error where there is no such
/// reader
ReadResult readScene(std::string_view text, std::string_view file_name,
                     std::span<const std::string> overrides = {}, const Machine& machine = thisMachine(),
                     const RasterReader& rasters = {});

/// The scene as TOML with every default written; reading it back gives the same scene.
std::string writeResolved(const Scene& scene);

}  // namespace talus::scene
