#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "talus/run/picture/frame_renderer.h"
#include "talus/run/session/carry_state.h"
#include "talus/run/session/listener.h"
#include "talus/run/session/scene_source.h"
#include "talus/run/session/stepper.h"
#include "talus/scene/simulation.h"

namespace talus::run {

/// When the new value of a setting takes effect.
enum class TakesEffect {
    Now,         ///< from the next step
    NextFrame,   ///< from the end of the present frame: the length of a step changes
    AfterReset,  ///< after reset(): the value concerns the state at the start
};

/// A scene and its world in memory. It prints and writes nothing: its listeners do. Not safe for use by
/// several threads at once; only the flag `pause` may be set by another thread.
class Session {
  public:
    /// A session of a simulation that is built already. Its settings cannot be changed.
    explicit Session(scene::Simulation simulation, std::unique_ptr<Stepper> stepper = ownStepper());
    /// A session of a scene file, at step 0. Errors: Input, the diagnostics of the file as one text; those of
    /// Simulation::build.
    /// @param warnings warnings about the file are added to it
    static Result<Session> open(SceneSource source, const exec::Exec& exec, int host_threads,
                                std::string& warnings);

    const scene::Simulation& simulation() const { return *simulation_; }
    scene::Simulation& simulation() { return *simulation_; }
    const scene::Scene& scene() const { return simulation_->scene(); }
    const step::Clock& clock() const { return simulation_->clock(); }
    const Stepper& stepper() const { return *stepper_; }
    /// The number of completed steps, and the frame and time that it means.
    std::uint64_t step() const { return stepper_->step(*simulation_); }
    std::uint64_t frame() const { return clock().frame(step()); }
    double time() const { return clock().time(step()); }  ///< [s]
    /// The number of steps since the end of the last frame.
    std::uint64_t stepsInFrame() const { return step() % clock().steps_per_frame; }

    /// Listeners are called in the order in which they were added. A listener must exist until it is
    /// removed or the session ends.
    void add(Listener& listener) { listeners_.push_back(&listener); }
    void remove(Listener& listener) { std::erase(listeners_, &listener); }

    /// How a call of an advance function ended.
    enum class End {
        Reached,
        Paused,    ///< the flag was true; the world is at step()
        Diverged,  ///< see trouble(); the session can be restored or reset
    };
    /// Advances by a number of steps, to a frame, or to the first step at or after a time [s]. Does nothing
    /// if that step is not after the present one. Before the first step the listeners get frame 0. Errors:
    /// those of a listener or the stepper; Runtime when memory runs out, after which the session can only be
    /// restored or reset.
    /// @param pause a flag that is read after at most a few steps; null: no pauses
    Result<End> advanceSteps(std::uint64_t steps, const std::atomic<bool>* pause = nullptr);
    Result<End> advanceToFrame(std::uint64_t frame, const std::atomic<bool>* pause = nullptr);
    Result<End> advanceToTime(double time, const std::atomic<bool>* pause = nullptr);
    /// After the last step of a run: ends the stepper and gives the methods' final notes to the listeners.
    void finish();
    /// Why the session diverged.
    const std::optional<step::Trouble>& trouble() const { return trouble_; }

    /// A copy of the state. @pre the world is at step(), as at the end of each frame
    state::Snapshot snapshot() const { return state::takeSnapshot(simulation_->world()); }
    /// Sets the world to a state of this session. Errors: those of Listener::mayJump; Input where the state
    /// is not one of this scene, after which the session can only be restored or reset.
    Status restore(const state::Snapshot& snapshot);

    /// A picture of the present state. Errors: those of FrameRenderer. The renderer is kept for pictures with
    /// the same options.
    Result<io::Image> picture(const DrawOptions& options);

    /// Changes a setting, as `--set key=value` does. Reads and builds the scene again and copies the state
    /// into it. A value that concerns the state at the start waits for reset(). After an error nothing is
    /// changed. Errors: Input, the diagnostics of the scene with this value; those of Listener::mayJump.
    Result<TakesEffect> set(const std::string& key, const std::string& value);
    /// The values that wait for reset(), and for the end of the frame, as "key=value".
    const std::vector<std::string>& waitingForReset() const { return for_reset_; }
    const std::vector<std::string>& waitingForFrame() const { return for_frame_; }
    /// Begins again at step 0, with all values that wait. Errors: those of set().
    Status reset();
    /// Begins again at step 0 with another text of the scene file, without the values of set() and without
    /// added objects. Errors: those of set().
    Status reload(std::string text);
    /// Adds an object to the running scene: tables of the scene file behind the others, which describe
    /// bodies, motions or sources that begin at entryTime() or later. The run goes on as a run of the longer
    /// scene file does. After an error nothing is changed. Errors: Input, the diagnostics of the scene with
    /// the object, and an object for which the scene would choose another time step or other contacts; those
    /// of Listener::mayJump.
    Status add(UserObject object);
    /// Lets the bodies of an object leave, and its sources stop, at entryTime(). Errors: Input where there is
    /// none; those of add().
    Status remove(const std::string& object);
    /// The first time at which something can appear in the scene that the present step does not see yet [s].
    double entryTime() const { return time() + 1.5 * clock().dt(); }
    /// Begins again without the objects that were added. Errors: those of set().
    Status resetWithoutObjects();
    /// Grows each time the scene is replaced by set(), reset() or reload().
    std::uint64_t revision() const { return revision_; }
    /// The scene file with the values that have taken effect; null for a session of a built simulation.
    const SceneSource* source() const { return source_ ? &*source_ : nullptr; }

  private:
    Status mayJump() const;
    Result<scene::Simulation> build(const SceneSource& source);
    /// The number of steps to the end of a call of an advance function, by the present clock.
    using StepsLeft = std::function<std::uint64_t()>;
    Result<End> advance(const StepsLeft& steps_left, const std::atomic<bool>* pause);
    Result<End> advanceUnguarded(const StepsLeft& steps_left, const std::atomic<bool>* pause);
    bool mayPause() const;
    std::uint64_t stepsToListeners() const;
    Status begin();
    Status stepped();
    Status endFrame();
    Status applyWaiting();
    Status beginWith(SceneSource source);
    Status goOnWith(SceneSource source);
    void replace(scene::Simulation simulation, SceneSource source);
    void notifyReplaced();
    void note(const std::string& text);
    void reportNotes(method::Moment moment);

    std::unique_ptr<scene::Simulation> simulation_;
    std::unique_ptr<Stepper> stepper_;
    std::vector<Listener*> listeners_;
    bool begun_ = false;              ///< listeners have got frame 0, or the session began after it
    bool usable_ = true;              ///< false: only restore() and reset() may be called
    std::set<std::string> reported_;  ///< subjects of the notes so far
    std::optional<step::Trouble> trouble_;

    std::optional<FrameRenderer> renderer_;
    DrawOptions renderer_options_;

    std::optional<SceneSource> source_;
    std::uint64_t revision_ = 0;
    exec::Exec exec_;
    int host_threads_ = 0;
    StartState start_;
    std::vector<std::string> for_reset_, for_frame_;
};

}  // namespace talus::run
