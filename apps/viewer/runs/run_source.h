#pragma once
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "talus/core/number_table.h"
#include "viewer/runs/shot.h"

namespace talus::viewer {

/// What the status bar shows about a source.
struct SourceStatus {
    bool playing = false;
    bool ended = false;           ///< the last frame is reached
    std::uint64_t frames = 0;     ///< the last frame of the run
    double steps_per_second = 0;  ///< recent; 0 before it is known, and of recorded runs
    /// Simulated seconds in a second of real time, at most.
    double speed = std::numeric_limits<double>::infinity();
    double slowdown = 0;                 ///< wall-clock time over simulated time; 0 before it is known
    std::uint64_t history_bytes = 0;     ///< memory of the snapshots for steps back
    std::uint64_t history_budget = 0;    ///< the most that it may be
    std::size_t history_frames = 0;      ///< number of frames that steps back reach
    std::string recording{};             ///< the run folder that is written; empty: none
    std::vector<std::string> waiting{};  ///< settings that wait for the end of the frame or for a reset
};

/// Is called with a state, on the thread of the run, which waits for it.
using FrameWatcher = std::function<void(const std::shared_ptr<const Shot>& shot)>;

/// A run that the window shows: one that is computed now, or one that was recorded. All functions return at
/// once; what they ask for happens on another thread, in the order of the calls.
class RunSource {
  public:
    RunSource() = default;
    RunSource(const RunSource&) = delete;
    RunSource& operator=(const RunSource&) = delete;
    virtual ~RunSource() = default;

    virtual void play() = 0;
    virtual void pause() = 0;
    /// Steps of time; of a recorded run frames.
    virtual void step(std::uint64_t steps) = 0;
    virtual void nextFrame() = 0;
    virtual void previousFrame() = 0;
    virtual void reset() = 0;
    virtual void seek(std::uint64_t frame) = 0;
    /// Simulated seconds per second of wall-clock time, > 0; infinite: as fast as possible.
    virtual void setSpeed(double speed) = 0;
    virtual void setSetting(const std::string& key, const std::string& value) = 0;
    /// Asks for sets that states hold only where asked for (method/shown/extra_sets.h). Recorded frames have
    /// what they have.
    virtual void want(std::vector<std::string> extra) { (void)extra; }
    /// Begins again, and records from there on in a new run folder.
    virtual void record(const std::string& folder) = 0;
    /// Records from the present state on in a new run folder, which begins with a checkpoint.
    virtual void recordHere(const std::string& folder) = 0;
    /// Writes a new run folder with a checkpoint of the present state.
    virtual void checkpoint(const std::string& folder) = 0;
    /// Ends recording, with a checkpoint.
    virtual void endRecord() = 0;

    /// Calls a function with each frame that is completed or read from now on. Empty: no more.
    virtual void watchFrames(FrameWatcher watcher) = 0;

    /// The newest state; null before the first one.
    virtual std::shared_ptr<const Shot> shot() const = 0;
    virtual SourceStatus status() const = 0;
    /// The newest table of statistics, a row for each frame: what stats.csv holds. It stays as it is. Null
    /// where there are none.
    virtual std::shared_ptr<const NumberTable> statistics() const = 0;
    /// Messages since the last call: warnings, notes, errors, results of settings.
    virtual std::vector<std::string> takeMessages() = 0;
    /// Whether all that was asked for is done. A playing source is idle when it has ended.
    virtual bool idle() const = 0;
};

}  // namespace talus::viewer
