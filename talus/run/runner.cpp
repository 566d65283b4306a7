#include "talus/run/runner.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <new>

#include <fmt/format.h>

#include "talus/core/hash.h"
#include "talus/grains/emit.h"
#include "talus/grains/fields.h"
#include "talus/run/checkpoints.h"
#include "talus/run/divergence.h"
#include "talus/run/frames.h"
#include "talus/run/host.h"
#include "talus/run/stats.h"

namespace talus::run {
namespace {

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// One call of run(): what is open while it lasts.
class Session {
  public:
    Session(scene::Simulation& simulation, const Path& folder, const Options& options, Log& log,
            const Observer& observer, FrameWriter frames, StatsWriter stats)
        : simulation_(simulation),
          folder_(folder),
          options_(options),
          log_(log),
          observer_(observer),
          frames_(std::move(frames)),
          stats_(std::move(stats)) {}

    Result<Summary> go() {
        const step::Clock& clock = simulation_.clock();
        const state::World& world = simulation_.world();
        const std::uint64_t last_step = options_.frames * clock.steps_per_frame;
        if (world.step == 0)
            if (Status status = endFrame(); !status) return status.error();
        first_time_ = rate_time_ = now();
        first_step_ = rate_step_ = world.step;
        while (world.step < last_step) {
            if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed))
                return interrupted();
            const std::uint64_t to_frame = clock.steps_per_frame - world.step % clock.steps_per_frame;
            // Between two calls is where a wish to stop is seen.
            const step::StepReport report =
                simulation_.advance(std::min(simulation_.stepsAtOnce(), to_frame));
            if (!report.ok()) return diverged(*report.trouble);
            if (clock.endsFrame(world.step))
                if (Status status = endFrame(); !status) return status.error();
            showProgress();
        }
        noteBlockedEmitters(Told::Again);
        const std::uint64_t hash = state::stateHash(world);
        log_.info(fmt::format("finished: frame {}, state {}", clock.frame(world.step), hexadecimal(hash)));
        return Summary{clock.frame(world.step), world.step, clock.time(world.step), grains(),
                       stats_.wallSeconds(),    hash};
    }

  private:
    std::uint64_t grains() const { return simulation_.world().table(grains::grains_table).size(); }

    /// What belongs to a completed frame, the checkpoint last: where it is, everything before it is too.
    Status endFrame() {
        const state::World& world = simulation_.world();
        const std::uint64_t frame = simulation_.clock().frame(world.step);
        const grains::Measures measures = simulation_.measure();
        if (auto trouble = findDivergence(simulation_, measures)) return diverged(*trouble);
        noteFallen();
        noteBlockedEmitters(Told::Once);
        const scene::Output& output = simulation_.scene().output;
        const auto shown = frameOf(simulation_, output.fields);
        if (!shown) return shown.error();
        if (Status status = frames_.write(frame, *shown); !status) return status;
        if (Status status = stats_.write(simulation_, measures); !status) return status;
        if (options_.draw)
            if (Status status = options_.draw(frame, simulation_); !status) return status;
        const bool last = frame == options_.frames;
        const auto every = static_cast<std::uint64_t>(std::max(1, output.checkpoint_frames));
        if ((frame > 0 && frame % every == 0) || last)
            if (Status status = save(); !status) return status;
        if (observer_.frame) observer_.frame(progress(), measures);
        return success();
    }

    Status save() {
        return saveCheckpoint(folder_, simulation_.world(), options_.scene_hash, simulation_.clock(),
                              simulation_.scene().output.keep_checkpoints);
    }

    /// An emitter that the heap has buried makes fewer grains than the scene asks for; the user must know:
    /// when it happens, and of how many at the end.
    enum class Told { Once, Again };
    void noteBlockedEmitters(Told told) {
        const auto emitted = simulation_.world().table(grains::emitters_table).read(grains::fields::emitted);
        const auto& emitters = simulation_.scene().emitters;
        blocked_told_.resize(emitters.size());
        for (std::size_t e = 0; e < emitters.size(); ++e) {
            if (told == Told::Once && blocked_told_[e]) continue;
            // What came due since the last round may still be on its way; beyond that, a tenth late is a jam.
            const double round = grains::clearingTime(emitters[e], simulation_.scene().grains.gravity);
            const std::uint64_t due = grains::dueBy(emitters[e], simulation_.world().time - round);
            if (static_cast<double>(emitted[e]) >= 0.9 * static_cast<double>(due)) continue;
            blocked_told_[e] = true;
            const std::string text = fmt::format(
                "emitter '{}' made {} of the {} grains that were due by {:.6g} s: something lies in front of "
                "its disc; move its centre away from the heap, or pour less",
                emitters[e].name, emitted[e], due, simulation_.world().time);
            log_.warning(text);
            if (observer_.note) observer_.note(text);
        }
    }

    /// Told once: mostly somebody meant them to stay.
    void noteFallen() {
        if (fallen_told_ || simulation_.fallen() == 0) return;
        fallen_told_ = true;
        const std::string text = fmt::format(
            "grains fall off the scene: {} so far, which are taken out and counted (fallen.count in "
            "stats.csv); if they should stay, make the ground larger or put a wall around it",
            simulation_.fallen());
        log_.warning(text);
        if (observer_.note) observer_.note(text);
    }

    Error interrupted() {
        if (Status status = save(); !status) return status.error();
        const step::Clock& clock = simulation_.clock();
        const std::uint64_t step = simulation_.world().step;
        const std::string message = fmt::format(
            "stopped at {:.6g} s (frame {} of {}, {} steps into the next); a "
            "checkpoint was written; go on with: talus resume {}",
            clock.time(step), clock.frame(step), options_.frames, step % clock.steps_per_frame,
            folder_.string());
        log_.warning(message);
        return {ErrorKind::Interrupted, message};
    }

    Error diverged(const step::Trouble& trouble) {
        const auto written = writeFailure(folder_, simulation_, trouble, options_.scene_hash);
        const std::string message = written ? *written
                                            : fmt::format("{}; {}; besides, {}", trouble.what, trouble.advice,
                                                          written.error().message);
        log_.error(message);
        return {ErrorKind::Diverged, message};
    }

    Progress progress() const {
        const step::Clock& clock = simulation_.clock();
        const std::uint64_t step = simulation_.world().step;
        const auto total = static_cast<double>(options_.frames * clock.steps_per_frame);
        const double left = total - static_cast<double>(step);
        // Before a tenth of a second has passed, what the session did so far has to do.
        const double rate = rate_ > 0 ? rate_
                            : step > first_step_
                                ? static_cast<double>(step - first_step_) / (now() - first_time_)
                                : 0;
        return {clock.time(step),
                clock.dt(),
                clock.frame(step),
                options_.frames,
                total > 0 ? static_cast<double>(step) / total : 1,
                step,
                grains(),
                rate,
                rate > 0 ? left / rate : -1,
                stats_.wallSeconds(),
                residentMemory()};
    }

    void showProgress() {
        constexpr double shortest_interval = 0.1;  // [s]
        const double time = now();
        if (time - rate_time_ < shortest_interval) return;
        const std::uint64_t step = simulation_.world().step;
        const double latest = static_cast<double>(step - rate_step_) / (time - rate_time_);
        // Smoothed over the last few seconds, so that a frame's output does not make the number jump.
        rate_ = rate_ > 0 ? 0.95 * rate_ + 0.05 * latest : latest;
        rate_time_ = time;
        rate_step_ = step;
        if (observer_.progress) observer_.progress(progress());
    }

    scene::Simulation& simulation_;
    const Path& folder_;
    const Options& options_;
    Log& log_;
    const Observer& observer_;
    FrameWriter frames_;
    StatsWriter stats_;
    bool fallen_told_ = simulation_.fallen() > 0;
    std::vector<bool> blocked_told_;  ///< by emitter
    double rate_ = 0;                 ///< [steps/s]
    double rate_time_ = 0;
    std::uint64_t rate_step_ = 0;
    double first_time_ = 0;
    std::uint64_t first_step_ = ~std::uint64_t{0};
};

}  // namespace

std::uint64_t sceneHash(const std::string& resolved) {
    Hasher hasher;
    hasher.add(resolved.data(), resolved.size());
    return hasher.value();
}

std::uint64_t frameAt(double time, const step::Clock& clock) {
    TALUS_ASSERT(time >= 0, "time runs forwards");
    // A time that is a multiple of the interval but for round-off is that multiple.
    return static_cast<std::uint64_t>(std::ceil(time / clock.frame_interval * (1 - 1e-12)));
}

std::uint64_t framesOf(const scene::Scene& scene) { return static_cast<std::uint64_t>(scene.time.frames()); }

Status rewind(scene::Simulation& simulation, const RunFolder& folder, std::optional<std::uint64_t> frame,
              const Options& options, Log& log, const Observer& observer) {
    const auto note = [&](const std::string& text) {
        log.warning(text);
        if (observer.note) observer.note(text);
    };
    const Error other_scene{
        ErrorKind::Input,
        fmt::format("'{}' is not the scene that this run began with; put it back, or start a new "
                    "run of it",
                    layout::scene(folder.path()).string())};
    if (folder.manifest().scene_hash != options.scene_hash) return other_scene;
    if (frame != std::uint64_t{0}) {
        auto loaded = loadCheckpoint(folder.path(), frame, note);
        if (!loaded) return loaded.error();
        if (loaded->has_value()) {
            const io::CheckpointInfo& info = (*loaded)->info;
            if (info.scene_hash != options.scene_hash) return other_scene;
            if (info.clock.steps_per_frame != simulation.clock().steps_per_frame ||
                info.clock.frame_interval != simulation.clock().frame_interval)
                return Error{
                    ErrorKind::Input,
                    fmt::format("the run was made with dt = {} s, and this version of Talus would take {} s; "
                                "go on with version {}, or start again",
                                info.clock.dt(), simulation.clock().dt(), info.version)};
            if (Status status = simulation.restore((*loaded)->state); !status)
                return cannotBe((*loaded)->file, status.error());
            if (state::stateHash(simulation.world()) != info.state_hash)
                return Error{ErrorKind::Input,
                             "the checkpoint's state is not what its hash says; resume from another "
                             "one (--from FRAME)"};
        } else {
            note("there is no checkpoint yet: the run begins again");
        }
    }
    const std::uint64_t step = simulation.world().step;
    const step::Clock& clock = simulation.clock();
    std::error_code ignored;
    std::filesystem::remove_all(layout::failure(folder.path()).path(), ignored);
    return dropCheckpointsAfter(folder.path(), clock.frame(step), step % clock.steps_per_frame);
}

Result<Summary> run(scene::Simulation& simulation, RunFolder& folder, const Options& options, Log& log,
                    const Observer& observer) try {
    const std::uint64_t step = simulation.world().step;
    const std::uint64_t frame = simulation.clock().frame(step);
    std::optional<std::uint64_t> after;
    if (step > 0) after = frame;
    auto frames = FrameWriter::open(folder.path(), simulation.clock(), after);
    if (!frames) return frames.error();
    auto stats = StatsWriter::open(folder.path(), simulation, after);
    if (!stats) return stats.error();
    log.info(fmt::format("{} at frame {}, step {}; {} grains; dt {:.6g} s; {}{} threads; to frame {}",
                         step == 0 ? "starts" : "goes on", frame, step,
                         simulation.world().table(grains::grains_table).size(), simulation.clock().dt(),
                         simulation.isOnDevice() ? "CUDA and " : "", simulation.exec().threads(),
                         options.frames));
    if (step == 0)
        if (const std::string trouble = simulation.startTrouble(); !trouble.empty()) {
            log.warning(trouble);
            if (observer.note) observer.note(trouble);
        }
    auto result =
        Session(simulation, folder.path(), options, log, observer, std::move(*frames), std::move(*stats))
            .go();
    if (!result && result.error().kind == ErrorKind::Storage) {
        log.error(result.error().message);
        return Error{ErrorKind::Storage, fmt::format("{}; then go on with: talus resume {}",
                                                     result.error().message, folder.path().string())};
    }
    return result;
} catch (const std::bad_alloc&) {
    const std::string message = fmt::format(
        "memory ran out ({} MB in use); use fewer grains, or a larger machine; then "
        "go on with: talus resume {}",
        residentMemory() >> 20, folder.path().string());
    return Error{ErrorKind::Runtime, message};
}

}  // namespace talus::run
