#include "talus/run/repair/rebuild_manifest.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/core/build_info.h"
#include "talus/run/checkpoints.h"
#include "talus/run/frames.h"
#include "talus/run/host.h"
#include "talus/run/input_files.h"
#include "talus/run/runner.h"

namespace talus::run {

Status rebuildManifest(const Path& run, const scene::Scene& scene, const std::string& scene_text,
                       const std::string& command_line) {
    if (io::readManifest(layout::manifest(run)))
        return Error{ErrorKind::Input, fmt::format("'{}' is intact; leave --rebuild-manifest out",
                                                   layout::manifest(run).string())};
    const BuildInfo& build = buildInfo();
    io::SessionRecord session{command_line,   timestamp(),
                              build.version,  build.revision,
                              build.compiler, build.flags,
                              cpuName(),      0,
                              "cpu",          0};
    std::error_code code;
    if (std::filesystem::is_directory(layout::lammps(run).path(), code)) session.engine = "LAMMPS";
    io::Manifest manifest;
    manifest.scene = scene.name;
    manifest.scene_hash = sceneHash(scene_text);
    manifest.seed = scene.seed;
    manifest.frames = framesOf(scene);
    if (const auto frames = listFrames(run); !frames.empty())
        manifest.frames = std::max(manifest.frames, frames.back().frame);
    const auto checkpoints = listCheckpoints(run);
    if (!checkpoints) return checkpoints.error();
    for (const CheckpointFile& file : *checkpoints) {
        const auto info = io::inspectCheckpoint(file.path);
        if (!info) continue;
        if (info->scene_hash != manifest.scene_hash)
            return Error{ErrorKind::Input,
                         fmt::format("'{}' belongs to another scene than '{}'; restore that scene file",
                                     file.path.string(), layout::scene(run).string())};
        session.first_step = info->step;
    }
    auto files = inputFilesOf(scene);
    if (!files) return files.error();
    manifest.inputs = std::move(*files);
    manifest.sessions.push_back(std::move(session));
    return RunFolder::rebuildManifest(run, manifest);
}

}  // namespace talus::run
