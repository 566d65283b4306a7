#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "talus/core/diagnostics.h"
#include "talus/method/files.h"
#include "talus/scene/scene.h"
#include "talus/settings/registry.h"

namespace talus::scene {

/// What the feasibility pass holds a scene's needs against.
struct Machine {
    double memory_bytes = 0;  ///< RAM; 0: not known, memory is not checked
};
/// The machine that this runs on.
Machine thisMachine();

using method::RasterReader;

/// All that a scene file may say, with these methods.
settings::Registry registryOf(const method::Methods& methods);
/// The same with those that Talus has.
const settings::Registry& registry();
/// The structs of a scene that its sections fill, by Section::owner.
std::vector<void*> ownersOf(const Scene& scene);

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
/// @param methods outlive the scene
ReadResult readScene(std::string_view text, std::string_view file_name,
                     std::span<const std::string> overrides = {}, const Machine& machine = thisMachine(),
                     const RasterReader& rasters = {}, const method::Methods& methods = scene::methods());

/// The scene as TOML with every default written; reading it back gives the same scene.
std::string writeResolved(const Scene& scene);

}  // namespace talus::scene
