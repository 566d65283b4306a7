#include "talus/engines/lammps/frame_recorder.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "talus/engines/lammps/lammps_columns.h"
#include "talus/grains/measures.h"
#include "talus/run/checkpoints.h"
#include "talus/run/compare/divergence.h"
#include "talus/run/host.h"
#include "talus/run/own_files.h"

namespace talus::engines {
namespace {

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Result<FrameBook> FrameBook::open(scene::Simulation& simulation, const run::Path& folder, Who who,
                                  const run::Options& options, run::Log& log, const run::Observer& observer) {
    std::optional<std::uint64_t> after;
    if (simulation.world().step > 0) after = simulation.clock().frame(simulation.world().step);
    const auto note = [&](const std::string& text) {
        log.warning(text);
        if (observer.note) observer.note(text);
    };
    if (Status status = run::deleteLammpsFiles(folder); !status) return status.error();
    auto springs_known = std::make_unique<bool>(true);
    auto frames = run::FrameWriter::open(folder, simulation.clock(), after);
    if (!frames) return frames.error();
    auto stats = run::StatsWriter::openForOther(folder, simulation, knownColumns(simulation, *springs_known),
                                                after, note);
    if (!stats) return stats.error();
    auto states = LammpsFrames::of(simulation);
    if (!states) return states.error();
    log.info(fmt::format("{} ranks of {} {} {} at step {}; {}; to frame {}", who.ranks, who.name, who.version,
                         after ? "go on" : "start", simulation.world().step,
                         run::countsText(simulation.counts()), options.frames));
    return FrameBook(simulation, folder, std::move(who), options, log, observer,
                     {std::move(*frames), std::move(*stats), std::move(*states), std::move(springs_known)});
}

FrameBook::FrameBook(scene::Simulation& simulation, run::Path folder, Who who, const run::Options& options,
                     run::Log& log, const run::Observer& observer, Writers writers)
    : simulation_(&simulation),
      folder_(std::move(folder)),
      who_(std::move(who)),
      options_(&options),
      log_(&log),
      observer_(&observer),
      frames_(std::move(writers.frames)),
      stats_(std::move(writers.stats)),
      states_(std::move(writers.states)),
      springs_known_(std::move(writers.springs_known)),
      step_(simulation.world().step),
      first_step_(step_),
      first_time_(now()) {}

bool FrameBook::stopIsWished() const {
    return options_->stop != nullptr && options_->stop->load(std::memory_order_relaxed);
}

run::Path FrameBook::work() const { return run::layout::lammps(folder_).path(); }

void FrameBook::bringWorldHere() {
    world().step = step_;
    world().time = clock().time(step_);
}

Status FrameBook::takeDump(const run::Path& path) {
    const auto dump = readLammpsDump(path);
    if (!dump) {
        const std::string& why = dump.error().message;
        if (why.find("not a number") != std::string::npos)
            return diverged({fmt::format("{} came to a value that is no number", who_.name),
                             "set a shorter time.dt",
                             {},
                             {}});
        // The other program does not look whether its files could be written.
        return Error{
            ErrorKind::Storage,
            fmt::format("{}; {} said that it was complete, so the disk is full or a limit on files was "
                        "hit: free some space",
                        why, who_.name)};
    }
    if (Status status = states_.take(*dump, *simulation_); !status) {
        if (status.error().kind == ErrorKind::Diverged) return diverged({status.error().message, "", {}, {}});
        return status;
    }
    return success();
}

bool FrameBook::isSaved(std::uint64_t frame) const {
    const auto every = static_cast<std::uint64_t>(std::max(1, simulation_->scene().output.checkpoint_frames));
    return (frame > 0 && frame % every == 0) || frame == options_->frames;
}

/// A checkpoint says that all before it is there: the disk must have that first.
Status FrameBook::save() {
    if (Status status = frames_.sync(); !status) return status;
    if (Status status = stats_.sync(); !status) return status;
    return run::saveCheckpoint(folder_, world(), options_->scene_hash, clock(),
                               simulation_->scene().output.keep_checkpoints);
}

Status FrameBook::endFrame() {
    if (auto trouble = simulation_->trouble()) return diverged(*trouble);
    const auto shown = run::frameOf(*simulation_, simulation_->scene().output.fields);
    if (!shown) return shown.error();
    if (Status status = frames_.write(frame(), *shown); !status) return status;
    if (Status status = stats_.write(*simulation_); !status) return status;
    if (options_->draw)
        if (Status status = options_->draw(frame(), *simulation_); !status) return status;
    if (isSaved(frame()))
        if (Status status = save(); !status) return status;
    if (observer_->frame) observer_->frame(progress(), {stats_.names(), stats_.results()});
    return success();
}

Error FrameBook::interrupted() {
    bringWorldHere();
    if (Status status = save(); !status) return status.error();
    return {ErrorKind::Interrupted,
            fmt::format("stopped at {:.6g} s (frame {} of {}, {} steps into the next); a checkpoint was "
                        "written; go on with: talus resume {} (--engine {})",
                        clock().time(step_), frame(), options_->frames, step_ % clock().steps_per_frame,
                        folder_.string(), who_.engine)};
}

void FrameBook::tell(const std::string& text) {
    log_->warning(text);
    if (observer_->note) observer_->note(text);
}

run::Progress FrameBook::progress() {
    const auto total = static_cast<double>(lastStep());
    const std::uint64_t step = std::max(step_, reached_);
    const double passed = now() - first_time_;
    const double rate =
        step > first_step_ && passed > 0 ? static_cast<double>(step - first_step_) / passed : 0;
    return {clock().time(step),
            clock().dt(),
            frame(),
            options_->frames,
            total > 0 ? static_cast<double>(step) / total : 1,
            step,
            simulation_->counts(),
            rate,
            rate > 0 ? (total - static_cast<double>(step)) / rate : -1,
            stats_.wallSeconds(),
            run::residentMemory()};
}

void FrameBook::showProgress(std::uint64_t reached) {
    reached_ = std::max({reached_, step_, reached});
    if (now() - shown_ < 0.1) return;
    shown_ = now();
    if (observer_->progress) observer_->progress(progress());
}

Error FrameBook::failed(Error error) const {
    if (error.kind != ErrorKind::Diverged)
        error.message +=
            fmt::format("\n  then go on with: talus resume {} --engine {}", folder_.string(), who_.engine);
    return error;
}

Error FrameBook::diverged(const step::Trouble& trouble) {
    const auto written = run::writeFailure(folder_, *simulation_, trouble, options_->scene_hash);
    return {ErrorKind::Diverged, written ? *written
                                         : fmt::format("{}; {}; besides, {}", trouble.what, trouble.advice,
                                                       written.error().message)};
}

run::Summary FrameBook::summary() {
    log_->info(fmt::format("finished: frame {}", frame()));
    return {frame(),
            world().step,
            world().time,
            simulation_->counts(),
            stats_.wallSeconds(),
            state::stateHash(world())};
}

}  // namespace talus::engines
