#include "talus/run/runner.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <new>
#include <set>

#include <fmt/format.h>

#include "talus/core/hash.h"
#include "talus/run/checkpoints.h"
#include "talus/run/compare/divergence.h"
#include "talus/run/frames.h"
#include "talus/run/host.h"
#include "talus/run/probes/probes.h"
#include "talus/run/stats.h"

namespace talus::run {
namespace {

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The state of one call of run().
class Session {
  public:
    Session(scene::Simulation& simulation, const Path& folder, const Options& options, Log& log,
            const Observer& observer, FrameWriter frames, StatsWriter stats, Probes probes)
        : simulation_(simulation),
          folder_(folder),
          options_(options),
          log_(log),
          observer_(observer),
          frames_(std::move(frames)),
          stats_(std::move(stats)),
          probes_(std::move(probes)) {
        // A resumed run has already reported the present notes.
        if (simulation_.world().step > 0)
            for (const method::Note& note : simulation_.notes(method::Moment::Frame))
                reported_.insert(note.about);
    }

    Result<Summary> go() {
        const step::Clock& clock = simulation_.clock();
        const state::World& world = simulation_.world();
        const std::uint64_t last_step = options_.frames * clock.steps_per_frame;
        if (world.step == 0) {
            if (Status status = probes_.sample(simulation_); !status) return status.error();
            if (Status status = endFrame(); !status) return status.error();
        }
        first_time_ = rate_time_ = now();
        first_step_ = rate_step_ = world.step;
        while (world.step < last_step) {
            if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed) &&
                probes_.mayStop(world.step))
                return interrupted();
            const std::uint64_t to_frame = clock.steps_per_frame - world.step % clock.steps_per_frame;
            // A request to stop is checked between two calls.
            const step::StepReport report = simulation_.advance(
                std::min({simulation_.stepsAtOnce(), to_frame, probes_.stepsTo(world.step)}));
            if (!report.ok()) return diverged(*report.trouble);
            if (Status status = probes_.sample(simulation_); !status) return status.error();
            if (clock.endsFrame(world.step))
                if (Status status = endFrame(); !status) return status.error();
            showProgress();
        }
        reportNotes(method::Moment::End);
        const std::uint64_t hash = state::stateHash(world);
        log_.info(fmt::format("finished: frame {}, state {}", clock.frame(world.step), hexadecimal(hash)));
        return Summary{clock.frame(world.step), world.step,           clock.time(world.step),
                       simulation_.counts(),    stats_.wallSeconds(), hash};
    }

  private:
    /// Writes everything that belongs to a completed frame. The checkpoint is last: if it exists, all earlier
    /// output does.
    Status endFrame() {
        const state::World& world = simulation_.world();
        const std::uint64_t frame = simulation_.clock().frame(world.step);
        if (auto trouble = simulation_.trouble()) return diverged(*trouble);
        reportNotes(method::Moment::Frame);
        const scene::Output& output = simulation_.scene().output;
        const auto shown = frameOf(simulation_, output.fields);
        if (!shown) return shown.error();
        if (Status status = frames_.write(frame, *shown); !status) return status;
        if (Status status = stats_.write(simulation_); !status) return status;
        if (options_.draw)
            if (Status status = options_.draw(frame, simulation_); !status) return status;
        const bool last = frame == options_.frames;
        const auto every = static_cast<std::uint64_t>(std::max(1, output.checkpoint_frames));
        if ((frame > 0 && frame % every == 0) || last)
            if (Status status = save(); !status) return status;
        if (observer_.frame) observer_.frame(progress(), {stats_.names(), stats_.results()});
        return success();
    }

    /// A checkpoint promises that all earlier output is on the disk, so that is synchronised first.
    Status save() {
        if (Status status = frames_.sync(); !status) return status;
        if (Status status = stats_.sync(); !status) return status;
        if (Status status = probes_.sync(); !status) return status;
        return saveCheckpoint(folder_, simulation_.world(), options_.scene_hash, simulation_.clock(),
                              simulation_.scene().output.keep_checkpoints);
    }

    /// Reports the notes of the methods; during the run each subject once.
    void reportNotes(method::Moment moment) {
        for (const method::Note& note : simulation_.notes(moment)) {
            if (!reported_.insert(note.about).second && moment == method::Moment::Frame) continue;
            log_.warning(note.text);
            if (observer_.note) observer_.note(note.text);
        }
    }

    Error interrupted() {
        if (Status status = probes_.stop(simulation_); !status) return status.error();
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
        // In the first tenth of a second, use the mean rate of the session.
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
                simulation_.counts(),
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
        // Smoothed over the last few seconds, so that writing a frame does not make the rate jump.
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
    Probes probes_;
    std::set<std::string> reported_;  ///< subjects of the notes so far
    double rate_ = 0;                 ///< [steps/s]
    double rate_time_ = 0;
    std::uint64_t rate_step_ = 0;
    double first_time_ = 0;
    std::uint64_t first_step_ = ~std::uint64_t{0};
};

}  // namespace

std::string countsText(const std::vector<method::Count>& counts) {
    std::string text;
    for (const method::Count& count : counts)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count.count, count.what);
    return text.empty() ? "no particles" : text;
}

std::uint64_t sceneHash(const std::string& resolved) {
    Hasher hasher;
    hasher.add(resolved.data(), resolved.size());
    return hasher.value();
}

std::uint64_t frameAt(double time, const step::Clock& clock) {
    TALUS_ASSERT(time >= 0, "time runs forwards");
    // A time that is a multiple of the interval up to round-off counts as that multiple.
    return static_cast<std::uint64_t>(std::ceil(time / clock.frame_interval * (1 - 1e-12)));
}

std::uint64_t framesOf(const scene::Scene& scene) { return static_cast<std::uint64_t>(scene.time.frames()); }

Result<Summary> run(scene::Simulation& simulation, RunFolder& folder, const Options& options, Log& log,
                    const Observer& observer) try {
    const std::uint64_t step = simulation.world().step;
    const std::uint64_t frame = simulation.clock().frame(step);
    std::optional<std::uint64_t> after;
    if (step > 0) after = frame;
    auto frames = FrameWriter::open(folder.path(), simulation.clock(), after);
    if (!frames) return frames.error();
    const auto note = [&](const std::string& text) {
        log.warning(text);
        if (observer.note) observer.note(text);
    };
    auto stats = StatsWriter::open(folder.path(), simulation, after, note);
    if (!stats) return stats.error();
    auto probes = Probes::open(folder.path(), simulation, step > 0, note);
    if (!probes) return probes.error();
    log.info(fmt::format("{} at frame {}, step {}; {}; dt {:.6g} s; {}{} threads; to frame {}",
                         step == 0 ? "starts" : "goes on", frame, step, countsText(simulation.counts()),
                         simulation.clock().dt(), simulation.isOnDevice() ? "CUDA and " : "",
                         simulation.exec().threads(), options.frames));
    if (step == 0)
        for (const method::Note& trouble : simulation.notes(method::Moment::Start)) note(trouble.text);
    auto result = Session(simulation, folder.path(), options, log, observer, std::move(*frames),
                          std::move(*stats), std::move(*probes))
                      .go();
    if (!result && result.error().kind == ErrorKind::Storage) {
        log.error(result.error().message);
        return Error{ErrorKind::Storage, fmt::format("{}; then go on with: talus resume {}",
                                                     result.error().message, folder.path().string())};
    }
    return result;
} catch (const std::bad_alloc&) {
    const std::string message = fmt::format(
        "out of memory ({} MB in use); free some memory, or use a machine with more; then go on with: talus "
        "resume {}",
        residentMemory() >> 20, folder.path().string());
    return Error{ErrorKind::Runtime, message};
}

}  // namespace talus::run
