#pragma once
#include <atomic>
#include <functional>
#include <string>

#include "talus/run/folder.h"
#include "talus/run/log.h"
#include "talus/scene/simulation.h"

namespace talus::run {

/// The progress of a run.
struct Progress {
    double time = 0;  ///< simulated [s]
    double dt = 0;    ///< [s]
    std::uint64_t frame = 0;
    std::uint64_t frames = 0;  ///< the last frame of the run
    double fraction = 0;       ///< completed share of the run's steps, 0..1
    std::uint64_t step = 0;
    std::vector<method::Count> counts;
    double steps_per_second = 0;  ///< recent rate [1/s]; 0 before it is known
    double seconds_left = 0;      ///< at that rate [s]; negative before it is known
    double wall_seconds = 0;      ///< since the start of the run, over all its sessions [s]
    std::uint64_t memory_bytes = 0;
};

/// The row of a frame in stats.csv.
struct Results {
    const std::vector<std::string>& names;  ///< with units
    const std::vector<method::Cell>& values;
};

/// Callbacks of a run. Each may be empty; all are called between two steps, on the thread of the run.
struct Observer {
    std::function<void(const Progress&)> progress;               ///< at most ten times a second
    std::function<void(const Progress&, const Results&)> frame;  ///< after each frame's files
    std::function<void(const std::string&)> note;                ///< a warning or note
};

/// Draws a frame. A callback, so that a run without images needs no OpenGL.
using DrawFrame = std::function<Status(std::uint64_t frame, const scene::Simulation&)>;

struct Options {
    std::uint64_t frames = 0;                 ///< last frame, counted from the start of the run
    std::uint64_t scene_hash = 0;             ///< of the text of run.toml (sceneHash)
    const std::atomic<bool>* stop = nullptr;  ///< when it becomes true the run ends with a checkpoint
    DrawFrame draw;                           ///< empty: no images
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

/// "5000 grains, 200 particles".
std::string countsText(const std::vector<method::Count>& counts);

/// XXH3 of a resolved scene's text.
std::uint64_t sceneHash(const std::string& resolved);

/// The last frame of a scene: the duration in [time] as a number of frames, rounded up.
std::uint64_t framesOf(const scene::Scene& scene);
/// The first frame at or after a simulated time [s, >= 0].
std::uint64_t frameAt(double time, const step::Clock& clock);

/// Runs from the simulation's present state to options.frames, and writes frames, statistics and checkpoints.
/// A run that was stopped and resumed writes the same files as one that was not, except for wall-clock times.
/// Errors: Storage; Diverged, with failure/ written; Interrupted, with a checkpoint written; Runtime when
/// memory runs out.
Result<Summary> run(scene::Simulation& simulation, RunFolder& folder, const Options& options, Log& log,
                    const Observer& observer);

}  // namespace talus::run
