#pragma once
#include <atomic>
#include <functional>
#include <string>

#include "talus/run/folder.h"
#include "talus/run/log.h"
#include "talus/run/session/progress_meter.h"
#include "talus/run/session/session.h"

namespace talus::run {

struct Options {
    std::uint64_t frames = 0;                 ///< last frame, counted from the start of the run
    std::uint64_t scene_hash = 0;             ///< of the text of run.toml (sceneHash)
    const std::atomic<bool>* stop = nullptr;  ///< when it becomes true the run ends with a checkpoint
};

/// The result of a completed run.
struct Summary {
    std::uint64_t frames = 0;
    std::uint64_t steps = 0;  ///< since the start of the run
    double time = 0;          ///< simulated [s]
    std::vector<method::Count> counts;
    double wall_seconds = 0;  ///< over all sessions [s]
    std::uint64_t state_hash = 0;
};

/// XXH3 of a resolved scene's text.
std::uint64_t sceneHash(const std::string& resolved);

/// The last frame of a scene: the duration in [time] as a number of frames, rounded up.
std::uint64_t framesOf(const scene::Scene& scene);
/// The first frame at or after a simulated time [s, >= 0].
std::uint64_t frameAt(double time, const step::Clock& clock);

/// Advances a session from its present state to options.frames, and records it in a run folder.
/// Errors: Storage; Diverged, with failure/ written; Interrupted, with a checkpoint written; Runtime when
/// memory runs out; those of the stepper.
Result<Summary> run(Session& session, RunFolder& folder, const Options& options, Log& log,
                    const Observer& observer);

}  // namespace talus::run
