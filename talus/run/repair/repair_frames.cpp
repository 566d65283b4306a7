#include "talus/run/repair/repair_frames.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/io/unfinished.h"
#include "talus/run/checkpoints.h"
#include "talus/run/repair/missing_frames.h"
#include "talus/run/restore.h"

namespace talus::run {
namespace {

using Note = std::function<void(const std::string&)>;

enum class Flaw { None, Damaged, Missing };

/// Consecutive frames with the same flaw.
struct Flawed {
    FrameSpan frames;
    Flaw flaw;
};

/// Name and suffix of the files that each frame of a run has.
using FrameNames = std::vector<std::pair<std::string, std::string_view>>;

Result<FrameNames> frameNames(const scene::Simulation& simulation) {
    const auto frame = frameOf(simulation, simulation.scene().output.fields);
    if (!frame) return frame.error();
    FrameNames names;
    for (const auto& [name, set] : frame->sets) names.emplace_back(name, io::suffixOf(set.view));
    return names;
}

/// The flaw of a frame's files. Each file is read once.
Flaw flawOf(const Path& run, std::uint64_t frame, const FrameNames& names, const Note& note) {
    Flaw flaw = Flaw::None;
    for (const auto& [name, suffix] : names) {
        const ConfinedPath path = layout::frames(run) / (numbered(name, frame) + std::string(suffix));
        if (!io::isThere(path)) return Flaw::Missing;
        const auto set = io::readSet(path);
        if (set) continue;
        if (set.error().kind == ErrorKind::Input)
            flaw = Flaw::Damaged;
        else
            note(set.error().message);  // a read error of the disk does not mean that the file is damaged
    }
    return flaw;
}

std::vector<Flawed> flawedFrames(const Path& run, std::uint64_t last, const FrameNames& names,
                                 const std::atomic<bool>* stop, const Note& note) {
    std::vector<Flawed> flawed;
    for (std::uint64_t frame = firstFrame(run); frame <= last; ++frame) {
        if (stop != nullptr && stop->load(std::memory_order_relaxed)) break;
        const Flaw flaw = flawOf(run, frame, names, note);
        if (flaw == Flaw::None) continue;
        if (!flawed.empty() && flawed.back().flaw == flaw && flawed.back().frames.last + 1 == frame)
            flawed.back().frames.last = frame;
        else
            flawed.push_back({{frame, frame}, flaw});
    }
    return flawed;
}

/// Deletes empty files of grains, which earlier versions wrote in scenes without grains. New frames have no
/// such files, and would seem to be damaged.
Status dropGrainsOfEarlierVersions(const Path& run, const FrameNames& names) {
    const std::string set = "grains";  // no other set of a scene has this name
    if (std::any_of(names.begin(), names.end(), [&](const auto& known) { return known.first == set; }))
        return success();
    for (const FrameFile& file : listFrames(run)) {
        const auto path = file.sets.find(set);
        if (path == file.sets.end()) continue;
        if (const auto points = io::readVtp(path->second); points && points->view().count == 0)
            if (Status status = io::removeFile(path->second); !status) return status;
    }
    return io::removeFile(layout::frames(run) / (set + ".pvd"));
}

/// "frames 3 to 5 are missing"
std::string describe(const Flawed& flawed) {
    return fmt::format("{} {} {}", framesText(flawed.frames),
                       flawed.frames.first == flawed.frames.last ? "is" : "are",
                       flawed.flaw == Flaw::Missing ? "missing" : "damaged");
}

/// The other program that computed steps of the run, whose frames Talus cannot compute again; empty: none.
std::string otherEngine(const RunFolder& folder) {
    for (const io::SessionRecord& session : folder.manifest().sessions)
        if (session.engine != "talus") return session.engine;
    return {};
}

/// Loads the newest checkpoint before a frame, unless the simulation is already later than that.
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
        return restoreFrom(*checkpoint, *simulation, folder, options);
    }
    if (simulation) return success();
    auto fresh = scene::Simulation::build(like.scene(), like.exec());
    if (!fresh) return fresh.error();
    simulation.emplace(std::move(*fresh));
    return success();
}

/// Computes the steps up to a frame.
Status advanceTo(scene::Simulation& simulation, std::uint64_t frame, const RunFolder& folder,
                 const Options& options) {
    const state::World& world = simulation.world();
    const std::uint64_t end = frame * simulation.clock().steps_per_frame;
    while (world.step < end) {
        if (options.stop != nullptr && options.stop->load(std::memory_order_relaxed))
            return Error{
                ErrorKind::Interrupted,
                fmt::format("stopped before frame {} was written again; nothing else has changed; go "
                            "on with: talus resume {} (--no-repair: without that frame)",
                            frame, folder.path().string())};
        const step::StepReport report =
            simulation.advance(std::min(simulation.stepsAtOnce(), end - world.step));
        if (!report.ok()) return Error{ErrorKind::Diverged, report.trouble->what};
    }
    return success();
}

}  // namespace

Status repairFrames(const scene::Simulation& like, const RunFolder& folder, std::uint64_t last,
                    const Options& options, Log& log, const Observer& observer) {
    const Note note = noteTo(log, observer);
    const auto names = frameNames(like);
    if (!names) return names.error();
    if (Status status = dropGrainsOfEarlierVersions(folder.path(), *names); !status) return status;
    const std::vector<Flawed> all = flawedFrames(folder.path(), last, *names, options.stop, note);
    if (all.empty()) return success();
    const step::Clock& clock = like.clock();
    if (const std::string engine = otherEngine(folder); !engine.empty()) {
        for (const Flawed& flawed : all)
            note(fmt::format(
                "{}; the run was computed by {}, so Talus cannot compute that again; to write it again, "
                "resume from an earlier frame (--from FRAME, 0 is the start)",
                describe(flawed), engine));
        return success();
    }
    auto writer =
        FrameWriter::open(folder.path(), clock, std::max(last, lastFrame(folder.path()).value_or(0)));
    if (!writer) return writer.error();
    std::optional<scene::Simulation> simulation;
    for (const Flawed& flawed : all) {
        for (std::uint64_t frame = flawed.frames.first; frame <= flawed.frames.last; ++frame) {
            if (Status status = jumpCloser(simulation, like, frame, folder, options); !status) return status;
            if (frame == flawed.frames.first)
                note(fmt::format(
                    "{}: {} computed again from frame {} on and written again; --no-repair skips this",
                    describe(flawed), flawed.frames.first == flawed.frames.last ? "it is" : "they are",
                    clock.frame(simulation->world().step)));
            if (Status status = advanceTo(*simulation, frame, folder, options); !status) return status;
            const auto shown = frameOf(*simulation, like.scene().output.fields);
            if (!shown) return shown.error();
            if (Status status = writer->rewrite(frame, *shown); !status) return status;
        }
    }
    return writer->sync();
}

}  // namespace talus::run
