#include "viewer/runs/resumed_run.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/run/checkpoints.h"
#include "talus/run/input_files.h"
#include "talus/run/land/raster_ground.h"
#include "talus/run/runner.h"

namespace talus::viewer {
namespace {

Error input(std::string message) { return {ErrorKind::Input, std::move(message)}; }

/// Whether a checkpoint is that of a frame or of an earlier state.
bool isUpTo(const run::CheckpointFile& file, std::optional<std::uint64_t> frame) {
    return !frame || file.frame < *frame || (file.frame == *frame && file.steps == 0);
}

/// Reads the newest intact one; empty where there is none.
std::optional<io::Checkpoint> newest(const std::vector<run::CheckpointFile>& files,
                                     std::optional<std::uint64_t> up_to, std::string& warnings) {
    for (auto file = files.rbegin(); file != files.rend(); ++file) {
        if (!isUpTo(*file, up_to)) continue;
        auto read = io::readCheckpoint(file->path);
        if (read) return std::move(*read);
        warnings += (warnings.empty() ? "" : "\n") + read.error().message;
    }
    return std::nullopt;
}

Status setTo(run::Session& session, const io::Checkpoint& checkpoint, std::uint64_t scene_hash) {
    const step::Clock& clock = session.clock();
    const step::Clock& then = checkpoint.info.clock;
    if (checkpoint.info.scene_hash != scene_hash)
        return input(fmt::format("'{}' is of another scene than its run", checkpoint.file));
    if (then.steps_per_frame != clock.steps_per_frame || then.frame_interval != clock.frame_interval)
        return input(
            fmt::format("the run was made with steps of {:.6g} s, but this version of Talus would take "
                        "{:.6g} s; go on with version {}, or start a new run",
                        then.dt(), clock.dt(), checkpoint.info.version));
    if (Status status = session.restore(checkpoint.state); !status)
        return run::cannotBe(checkpoint.file, status.error());
    if (state::stateHash(session.simulation().world()) != checkpoint.info.state_hash)
        return input(fmt::format("the state in '{}' does not match its hash; go to an earlier frame first",
                                 checkpoint.file));
    return success();
}

}  // namespace

Result<ResumedRun> resumeRun(const run::Path& folder, std::optional<std::uint64_t> up_to, int threads,
                             std::string& warnings) {
    const auto manifest = run::inspectRun(folder);
    if (!manifest) return manifest.error();
    for (const io::SessionRecord& session : manifest->sessions)
        if (session.engine != "talus")
            return input(fmt::format("'{}' was computed by {}; go on with: talus resume {}", folder.string(),
                                     session.engine, folder.string()));
    constexpr std::uint64_t max_bytes = std::uint64_t{1} << 24;
    const io::ConfinedPath file = run::layout::scene(folder);
    auto text = io::readFile(file, max_bytes);
    if (!text) return text.error();
    if (run::sceneHash(*text) != manifest->scene_hash)
        return input(
            fmt::format("'{}' was changed since the run began; restore it, or open it to run it from "
                        "the start",
                        file.string()));
    auto session = run::Session::open(
        {.text = std::move(*text), .file = file.string(), .rasters = run::readRasterGround},
        exec::Exec::cpu(threads), threads, warnings);
    if (!session) return session.error();
    const auto changed = run::changedInputs(session->scene(), *manifest);
    if (!changed) return changed.error();
    if (!changed->empty()) return input(changed->front() + "; restore it, or start a new run");
    const auto files = run::listCheckpoints(folder);
    if (!files) return files.error();
    const auto checkpoint = newest(*files, up_to, warnings);
    if (checkpoint) {
        if (Status status = setTo(*session, *checkpoint, manifest->scene_hash); !status)
            return status.error();
    } else if (manifest->first_frame > 0) {
        return input(
            files->empty()
                ? fmt::format("'{}' has no checkpoint, and the run does not begin at frame 0",
                              folder.string())
                : fmt::format("there is no intact checkpoint so early; the first one is of frame {}: "
                              "seek there first",
                              files->front().frame));
    }
    const std::uint64_t last_frame = std::max(manifest->frames, run::framesOf(session->scene()));
    return ResumedRun{std::move(*session), last_frame};
}

}  // namespace talus::viewer
