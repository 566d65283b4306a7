#include "talus/run/rewind.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/io/csv.h"
#include "talus/run/checkpoints.h"
#include "talus/run/frames.h"

namespace talus::run {
namespace {

using Note = std::function<void(const std::string&)>;

Note noteTo(Log& log, const Observer& observer) {
    return [&](const std::string& text) {
        log.warning(text);
        if (observer.note) observer.note(text);
    };
}

Error otherScene(const RunFolder& folder) {
    return {ErrorKind::Input,
            fmt::format("'{}' is not the scene that this run began with; put it back, or start a new "
                        "run of it",
                        layout::scene(folder.path()).string())};
}

/// Puts a simulation to the state of a checkpoint.
Status restore(const io::Checkpoint& checkpoint, scene::Simulation& simulation, const RunFolder& folder,
               const Options& options) {
    const io::CheckpointInfo& info = checkpoint.info;
    const step::Clock& clock = simulation.clock();
    if (info.scene_hash != options.scene_hash) return otherScene(folder);
    if (info.clock.steps_per_frame != clock.steps_per_frame ||
        info.clock.frame_interval != clock.frame_interval)
        return Error{
            ErrorKind::Input,
            fmt::format("the run was made with dt = {} s, and this version of Talus would take {} s; "
                        "go on with version {}, or start again",
                        info.clock.dt(), clock.dt(), info.version)};
    if (Status status = simulation.restore(checkpoint.state); !status)
        return cannotBe(checkpoint.file, status.error());
    if (state::stateHash(simulation.world()) != info.state_hash)
        return Error{ErrorKind::Input,
                     "the checkpoint's state is not what its hash says; resume from another "
                     "one (--from FRAME)"};
    return success();
}

std::string range(std::uint64_t first, std::uint64_t last) {
    return first == last ? fmt::format("frame {}", first) : fmt::format("frames {} to {}", first, last);
}

/// The last frame that a run has completed, as its frames and statistics show it.
std::optional<std::uint64_t> lastFrame(const Path& run) {
    std::optional<std::uint64_t> last;
    if (const auto frames = listFrames(run); !frames.empty()) last = frames.back().frame;
    if (const auto stats = io::readCsv(layout::stats(run)); stats && !stats->rows.empty())
        last = std::max<std::uint64_t>(last.value_or(0), stats->rows.size() - 1);
    return last;
}

/// A run without checkpoints may begin again by itself only where none was due, so that no more is lost than
/// by any break before the first one.
Status mayBeginAgain(const RunFolder& folder, const scene::Simulation& simulation) {
    const auto last = lastFrame(folder.path());
    const auto every = static_cast<std::uint64_t>(std::max(1, simulation.scene().output.checkpoint_frames));
    const std::uint64_t asked = folder.manifest().frames;
    const bool ended = last && asked > 0 && *last >= asked;
    if (!last || (*last <= every && !ended)) return success();
    return Error{ErrorKind::Input,
                 fmt::format("there are no checkpoints in '{}', although the run has reached frame {}: put "
                             "them back, or start over with `--from 0`, which replaces {} and the statistics",
                             layout::checkpoints(folder.path()).string(), *last, range(0, *last))};
}

/// Says what goes where a run goes on from a frame, or starts over.
void tellWhatGoes(const Path& run, std::optional<std::uint64_t> after, const Note& note) {
    const auto last = lastFrame(run);
    const std::uint64_t first = after ? *after + 1 : 0;
    if (!last || *last < first) return;
    note(fmt::format("{} and their statistics are written again{}", range(first, *last),
                     after ? "" : ": the run starts over"));
}

/// Takes over the newest checkpoint before a frame, where it is further than the simulation is.
Status jumpCloser(std::optional<scene::Simulation>& simulation, const scene::Simulation& like,
                  std::uint64_t frame, const RunFolder& folder, const Options& options) {
    const auto files = listCheckpoints(folder.path());
    if (!files) return files.error();
    const step::Clock& clock = like.clock();
    for (auto file = files->rbegin(); file != files->rend(); ++file) {
        if (file->frame >= frame) continue;
        const std::uint64_t step = file->frame * clock.steps_per_frame + file->steps;
        if (simulation && step <= simulation->world().step) return success();
        const auto checkpoint = io::readCheckpoint(file->path);
        if (!checkpoint) continue;
        auto fresh = scene::Simulation::build(like.scene(), like.exec());
        if (!fresh) return fresh.error();
        simulation.emplace(std::move(*fresh));
        return restore(*checkpoint, *simulation, folder, options);
    }
    if (simulation) return success();
    auto fresh = scene::Simulation::build(like.scene(), like.exec());
    if (!fresh) return fresh.error();
    simulation.emplace(std::move(*fresh));
    return success();
}

}  // namespace

Status rewind(scene::Simulation& simulation, const RunFolder& folder, std::optional<std::uint64_t> frame,
              const Options& options, Log& log, const Observer& observer) {
    const Note note = noteTo(log, observer);
    if (folder.manifest().scene_hash != options.scene_hash) return otherScene(folder);
    bool starts_over = frame == std::uint64_t{0};
    if (!starts_over) {
        const auto loaded = loadCheckpoint(folder.path(), frame, note);
        if (!loaded) return loaded.error();
        starts_over = !loaded->has_value();
        if (!starts_over) {
            if (Status status = restore(**loaded, simulation, folder, options); !status) return status;
        } else {
            if (Status status = mayBeginAgain(folder, simulation); !status) return status;
            note("there is no checkpoint yet: the run begins again");
        }
    }
    const std::uint64_t step = simulation.world().step;
    const step::Clock& clock = simulation.clock();
    const std::uint64_t reached = clock.frame(step);
    tellWhatGoes(folder.path(), starts_over ? std::nullopt : std::optional(reached), note);
    std::error_code ignored;
    std::filesystem::remove_all(layout::failure(folder.path()).path(), ignored);
    return dropCheckpointsAfter(folder.path(), reached, step % clock.steps_per_frame);
}

Status repairFrames(const scene::Simulation& like, const RunFolder& folder, std::uint64_t last,
                    const Options& options, Log& log, const Observer& observer) {
    const std::vector<std::uint64_t> damaged = damagedFrames(folder.path(), last);
    if (damaged.empty()) return success();
    const Note note = noteTo(log, observer);
    const step::Clock& clock = like.clock();
    auto writer = FrameWriter::open(folder.path(), clock, listFrames(folder.path()).back().frame);
    if (!writer) return writer.error();
    std::optional<scene::Simulation> simulation;
    for (const std::uint64_t frame : damaged) {
        if (Status status = jumpCloser(simulation, like, frame, folder, options); !status) return status;
        const state::World& world = simulation->world();
        note(fmt::format("frame {} is damaged: it is computed again from frame {} on, and written again",
                         frame, clock.frame(world.step)));
        const std::uint64_t end = frame * clock.steps_per_frame;
        while (world.step < end) {
            if (options.stop != nullptr && options.stop->load(std::memory_order_relaxed))
                return Error{
                    ErrorKind::Interrupted,
                    fmt::format("stopped before frame {} was written again; all else is as it was; go "
                                "on with: talus resume {}",
                                frame, folder.path().string())};
            const step::StepReport report =
                simulation->advance(std::min(simulation->stepsAtOnce(), end - world.step));
            if (!report.ok()) return Error{ErrorKind::Diverged, report.trouble->what};
        }
        const auto shown = frameOf(*simulation, like.scene().output.fields);
        if (!shown) return shown.error();
        if (Status status = writer->rewrite(frame, *shown); !status) return status;
    }
    return writer->sync();
}

}  // namespace talus::run
