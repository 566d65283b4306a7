#include "talus/run/runner.h"

#include <cmath>

#include <fmt/format.h>

#include "talus/core/hash.h"
#include "talus/run/restore.h"

namespace talus::run {
namespace {

/// Adds listeners to a session while it lives.
class Listening {
  public:
    Listening(Session& session, std::initializer_list<Listener*> listeners)
        : session_(session), listeners_(listeners) {
        for (Listener* listener : listeners_) session_.add(*listener);
    }
    ~Listening() {
        for (Listener* listener : listeners_) session_.remove(*listener);
    }
    Listening(const Listening&) = delete;
    Listening& operator=(const Listening&) = delete;

  private:
    Session& session_;
    std::vector<Listener*> listeners_;
};

/// "talus resume DIR", with the options that the stepper needs.
std::string resumeCommand(const Session& session, const RunFolder& folder) {
    return fmt::format("talus resume {}{}", folder.path().string(), session.stepper().resumeOptions());
}

Error interrupted(Session& session, Recorder& recorder, const RunFolder& folder) {
    if (Status status = recorder.pause(session); !status) return status.error();
    return {ErrorKind::Interrupted,
            fmt::format("stopped at {:.6g} s (frame {} of {}, {} steps into the next); a checkpoint was "
                        "written; go on with: {}",
                        session.time(), session.frame(), recorder.lastFrame(), session.stepsInFrame(),
                        resumeCommand(session, folder))};
}

/// Advances to the last frame. Errors as run().
Status advance(Session& session, Recorder& recorder, const RunFolder& folder, const Options& options) {
    const auto end = session.advanceToFrame(options.frames, options.stop);
    if (!end) {
        const Error& error = end.error();
        if (error.kind == ErrorKind::Input || error.kind == ErrorKind::Diverged) return error;
        return Error{error.kind,
                     fmt::format("{}; then go on with: {}", error.message, resumeCommand(session, folder))};
    }
    switch (*end) {
        case Session::End::Reached: break;
        case Session::End::Paused: return interrupted(session, recorder, folder);
        case Session::End::Diverged: return Error{ErrorKind::Diverged, recorder.failed(session)};
    }
    return success();
}

}  // namespace

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

Result<Summary> run(Session& session, RunFolder& folder, const Options& options, Log& log,
                    const Observer& observer) {
    auto recorder =
        Recorder::open(session, folder, options.scene_hash, options.frames, log, noteTo(log, observer));
    if (!recorder) return recorder.error();
    ProgressMeter meter(session, **recorder, observer);
    const Listening listening(session, {recorder->get(), &meter});
    if (Status status = advance(session, **recorder, folder, options); !status) {
        const bool stopped = status.error().kind == ErrorKind::Interrupted;
        stopped ? log.warning(status.error().message) : log.error(status.error().message);
        return status.error();
    }
    session.finish();
    const state::World& world = session.simulation().world();
    const std::uint64_t hash = state::stateHash(world);
    log.info(fmt::format("finished: frame {}, state {}", session.frame(), hexadecimal(hash)));
    return Summary{session.frame(),
                   world.step,
                   session.time(),
                   session.simulation().counts(),
                   (*recorder)->wallSeconds(),
                   hash};
}

}  // namespace talus::run
