#include "talus/run/session/recorder.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/run/checkpoints.h"
#include "talus/run/compare/divergence.h"
#include "talus/run/counts_text.h"

namespace talus::run {

Result<std::unique_ptr<Recorder>> Recorder::open(const Session& session, const RunFolder& folder,
                                                 std::uint64_t scene_hash, std::uint64_t last_frame, Log& log,
                                                 const std::function<void(const std::string&)>& warning) {
    const scene::Simulation& simulation = session.simulation();
    const std::uint64_t step = session.step();
    std::optional<std::uint64_t> after;
    if (step > 0) after = session.frame();
    auto frames = FrameWriter::open(folder.path(), session.clock(), after);
    if (!frames) return frames.error();
    auto known = session.stepper().columns(simulation);
    auto stats = known
                     ? StatsWriter::openForOther(folder.path(), simulation, std::move(*known), after, warning)
                     : StatsWriter::open(folder.path(), simulation, after, warning);
    if (!stats) return stats.error();
    auto probes = Probes::open(folder.path(), simulation, step > 0, warning);
    if (!probes) return probes.error();
    auto screen = ScreenRecorder::open(folder.path(), simulation, scene_hash);
    if (!screen) return screen.error();
    const std::string program = session.stepper().program();
    log.info(fmt::format("{}{} at frame {}, step {}; {}; dt {:.6g} s; {}{} threads; to frame {}",
                         program.empty() ? "" : program + ": ", step == 0 ? "starts" : "goes on",
                         session.frame(), step, countsText(simulation.counts()), session.clock().dt(),
                         simulation.isOnDevice() ? "CUDA and " : "", simulation.exec().threads(),
                         last_frame));
    return std::unique_ptr<Recorder>(new Recorder(folder.path(), scene_hash, last_frame, log,
                                                  std::move(*frames), std::move(*stats), std::move(*probes),
                                                  std::move(*screen)));
}

Status Recorder::mayJump() const {
    return Error{ErrorKind::Input,
                 "the session is being recorded, so its state and settings cannot be changed; end the "
                 "recording first"};
}

std::uint64_t Recorder::stepsTo(std::uint64_t step) const {
    const std::uint64_t steps = probes_.stepsTo(step);
    return screen_ ? std::min(steps, screen_->stepsTo(step)) : steps;
}

Status Recorder::stepped(Session& session) {
    if (Status status = probes_.sample(session.simulation()); !status || !screen_) return status;
    return screen_->sample(session.simulation());
}

Status Recorder::frameEnded(Session& session) {
    const scene::Simulation& simulation = session.simulation();
    const std::uint64_t frame = session.frame();
    const scene::Output& output = session.scene().output;
    const auto shown = frameOf(simulation, output.fields);
    if (!shown) return shown.error();
    if (Status status = frames_.write(frame, *shown); !status) return status;
    if (Status status = stats_.write(simulation); !status) return status;
    if (screen_)
        if (Status status = screen_->write(simulation); !status) return status;
    return hasCheckpoint(frame, last_frame_, output) ? save(session) : success();
}

/// A checkpoint promises that all earlier output is on the disk, so that is synchronised first.
Status Recorder::save(const Session& session) {
    if (Status status = frames_.sync(); !status) return status;
    if (Status status = stats_.sync(); !status) return status;
    if (Status status = probes_.sync(); !status) return status;
    if (screen_)
        if (Status status = screen_->save(session.simulation()); !status) return status;
    return saveCheckpoint(folder_, session.simulation().world(), scene_hash_, session.clock(),
                          session.scene().output.keep_checkpoints);
}

Status Recorder::pause(Session& session) {
    if (Status status = probes_.stop(session.simulation()); !status) return status;
    return save(session);
}

std::string Recorder::failed(const Session& session) {
    const step::Trouble& trouble = *session.trouble();
    const auto written = writeFailure(folder_, session.simulation(), trouble, scene_hash_);
    return written
               ? *written
               : fmt::format("{}; {}; besides, {}", trouble.what, trouble.advice, written.error().message);
}

}  // namespace talus::run
