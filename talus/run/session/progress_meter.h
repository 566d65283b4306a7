#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "talus/run/session/recorder.h"

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

/// Measures the progress of a session that is recorded, and reports it to an observer.
class ProgressMeter final : public Listener {
  public:
    ProgressMeter(const Session& session, const Recorder& recorder, const Observer& observer);

    Status stepped(Session& session) override;
    Status frameEnded(Session& session) override;
    void computing(Session& session, std::uint64_t step) override { show(session, step); }
    void noted(const std::string& text) override {
        if (observer_.note) observer_.note(text);
    }

  private:
    Progress progress(const Session& session, std::uint64_t step) const;
    void show(const Session& session, std::uint64_t step);

    const Recorder& recorder_;
    const Observer& observer_;
    double rate_ = 0;           ///< [steps/s]
    double rate_time_;          ///< of the last measurement, monotonic clock [s]
    std::uint64_t rate_step_;   ///< of the last measurement
    double first_time_;         ///< monotonic clock [s]
    std::uint64_t first_step_;  ///< of this session
};

}  // namespace talus::run
