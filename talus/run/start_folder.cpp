#include "talus/run/start_folder.h"

#include <algorithm>
#include <iterator>

#include "talus/core/build_info.h"
#include "talus/run/host.h"
#include "talus/run/input_files.h"
#include "talus/run/runner.h"
#include "talus/scene/reader.h"

namespace talus::run {

Result<RunFolder> startFolder(const Path& path, const scene::Scene& scene, const NewRun& run) {
    const std::string resolved = scene::writeResolved(scene);
    io::Manifest manifest;
    manifest.scene = scene.name;
    manifest.scene_hash = sceneHash(resolved);
    manifest.seed = scene.seed;
    manifest.frames = run.last_frame;
    manifest.first_frame = run.first_frame;
    manifest.force_dt = scene.time.force_dt;
    manifest.inputs.push_back({run.scene_file, sceneHash(run.scene_text)});
    auto files = inputFilesOf(scene);
    if (!files) return files.error();
    std::move(files->begin(), files->end(), std::back_inserter(manifest.inputs));
    return RunFolder::create(path, manifest, resolved, run.overwrite);
}

io::SessionRecord describeSession(const scene::Simulation& simulation, std::string command_line,
                                  const std::string& engine, int ranks) {
    const BuildInfo& build = buildInfo();
    return {std::move(command_line),
            timestamp(),
            build.version,
            build.revision,
            build.compiler,
            build.flags,
            cpuName(),
            engine.empty() ? simulation.exec().threads() : ranks,
            simulation.isOnDevice() ? "cuda" : "cpu",
            simulation.world().step,
            engine.empty() ? "talus" : engine};
}

}  // namespace talus::run
