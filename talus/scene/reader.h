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

/// The machine whose memory the feasibility pass compares with the needs of a scene.
struct Machine {
    double memory_bytes = 0;  ///< RAM; 0: not known, memory is not checked
};
/// The machine that this program runs on.
Machine thisMachine();

using method::RasterReader;

/// All sections of scene files with these methods.
settings::Registry registryOf(const method::Methods& methods);
/// All sections of scene files with the methods of Talus.
const settings::Registry& registry();
/// The structs of a scene that the sections fill, indexed by Section::owner.
std::vector<void*> ownersOf(const Scene& scene);

struct ReadResult {
    std::optional<Scene> scene;  ///< absent when there are errors
    Diagnostics diagnostics;     ///< format(file name, text of the file) gives the messages for the user
};

/// Reads a scene in four passes: syntax, schema, references, feasibility. A pass reports all of its errors.
/// After a pass with errors no other pass runs.
/// @param text the file's content; hostile input gives errors, never a crash
/// @param file_name for messages, and for the folder to which names of files are relative
/// @param overrides values of `--set`: "time.dt=1e-5", "emitter.spout.rate=500 /s",
/// "contact[0].friction=0.2"
/// @param rasters reads rasters; without it a scene that names one is an error
/// @param methods must outlive the scene
ReadResult readScene(std::string_view text, std::string_view file_name,
                     std::span<const std::string> overrides = {}, const Machine& machine = thisMachine(),
                     const RasterReader& rasters = {}, const method::Methods& methods = scene::methods());

/// The scene as TOML, with every default. Reading it gives the same scene.
std::string writeResolved(const Scene& scene);

}  // namespace talus::scene
