#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <limits>
#include <mutex>
#include <thread>

#include "talus/run/session/hand.h"
#include "talus/run/session/live_stats.h"
#include "talus/run/session/session.h"
#include "viewer/runs/history.h"
#include "viewer/runs/recording.h"
#include "viewer/runs/run_source.h"

namespace talus::viewer {

/// A session on a thread of its own. The window is never made to wait: it posts tasks, and reads the newest
/// copy of the state.
class LiveRun final : public RunSource, private run::Listener {
  public:
    /// @param history_budget memory for steps back [bytes]
    LiveRun(run::Session session, std::uint64_t last_frame, std::uint64_t history_budget);
    ~LiveRun() override;

    void play() override;
    void pause() override;
    void step(std::uint64_t steps) override;
    void nextFrame() override;
    void previousFrame() override;
    void reset() override;
    void seek(std::uint64_t frame) override;
    void setSpeed(double speed) override;
    void setSetting(const std::string& key, const std::string& value) override;
    void want(std::vector<std::string> extra) override;
    void record(const std::string& folder) override;
    void recordHere(const std::string& folder) override;
    void checkpoint(const std::string& folder) override;
    void endRecord() override;
    /// Adds an object that the user made: the first of some alternatives that the session takes. `make` is
    /// called on the thread of the session, for the time at which the object enters. @pre there is one
    using MakeObject = std::function<Result<std::vector<run::UserObject>>(const run::Session&)>;
    void addObject(const std::string& name, MakeObject make);
    /// Where such an object is to be; it gets there as the simulation goes on.
    void moveObject(const std::string& name, const run::Hand::Target& target);
    /// Lets its bodies leave, and its sources stop.
    void removeObject(const std::string& name);
    /// Begins again without the objects.
    void resetWithoutObjects();
    /// The objects as tables of the scene file. Waits for the end of the present step.
    std::string objectsAsToml();
    /// Names of objects that were refused, since the last call.
    std::vector<std::string> takeRefusedObjects();
    void watchFrames(FrameWatcher watcher) override;
    /// Begins anew with another text of the scene file. An error keeps the present world.
    void reload(std::string text);

    std::shared_ptr<const Shot> shot() const override;
    SourceStatus status() const override;
    std::shared_ptr<const NumberTable> statistics() const override;
    std::vector<std::string> takeMessages() override;
    /// Whether reload() has succeeded since the last call.
    bool takeReloaded();
    /// Keys and values of setSetting() that were not taken, since the last call.
    std::vector<std::pair<std::string, std::string>> takeRefused();
    bool idle() const override;

  private:
    using Clock = std::chrono::steady_clock;
    using Advance = std::function<Result<run::Session::End>(run::Session&, const std::atomic<bool>*)>;
    Status frameEnded(run::Session& session) override;
    void noted(const std::string& text) override { say(text); }

    /// Whether a task advances the session; a pause drops those that wait.
    enum class Advances { No, Yes };
    struct Task {
        std::function<void()> act;
        Advances advances;
    };
    void post(std::function<void()> act, Advances advances = Advances::No);
    void interrupt();
    void work();
    void guarded(const std::function<void()>& act);
    void stop();
    void playOn();
    void advance(const Advance& how);
    void beginAgain();
    void showPresent();
    void beginRecording(const std::string& folder, Recording::From from);
    void endRecording();
    void failRecording(const Error& error);
    void goTo(const state::Snapshot& snapshot);
    std::shared_ptr<Shot> takeShot();
    void publish();
    void say(std::string message);
    void resetRate();

    // Of the thread of the session.
    run::Session session_;
    run::LiveStats stats_;
    run::Hand hand_;
    History history_;
    std::uint64_t last_frame_;
    std::unique_ptr<Recording> recording_;
    double speed_ = std::numeric_limits<double>::infinity();
    Clock::time_point rate_began_;  ///< of the present measurement
    double rate_time_ = 0;          ///< simulated time then [s]
    std::uint64_t rate_steps_ = 0;  ///< steps since then
    Clock::time_point published_;
    double copy_seconds_ = 0;                    ///< that the last copy for the window took
    std::vector<std::string> extra_;             ///< sets that were asked for
    std::uint64_t chunk_ = 1;                    ///< steps at once: some 10 ms
    std::shared_ptr<const scene::Scene> scene_;  ///< a copy for the window
    std::uint64_t revision_ = 0;                 ///< of that copy

    // Of both threads.
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Task> tasks_;
    bool working_ = false;  ///< a task is being done
    bool playing_ = false;
    std::shared_ptr<const Shot> shot_;
    std::shared_ptr<const NumberTable> statistics_;
    SourceStatus status_;
    FrameWatcher watcher_;
    bool reloaded_ = false;
    std::vector<std::string> messages_;
    std::vector<std::pair<std::string, std::string>> refused_;
    std::vector<std::string> refused_objects_;
    std::atomic<bool> interrupt_ = false;  ///< the session shall pause
    bool quit_ = false;
    std::thread thread_;
};

}  // namespace talus::viewer
