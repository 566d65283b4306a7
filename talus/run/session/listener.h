#pragma once
#include <limits>
#include <string>

#include "talus/core/result.h"

namespace talus::run {

class Session;

/// Is called by a session while it advances, always between two steps and on the thread that advances it. An
/// error ends the call of the advance function and is its result. Recorder and ProgressMeter are listeners.
class Listener {
  public:
    Listener() = default;
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;
    virtual ~Listener() = default;

    /// The maximum number of steps after `step` until the next call of stepped().
    virtual std::uint64_t stepsTo(std::uint64_t step) const {
        (void)step;
        return std::numeric_limits<std::uint64_t>::max();
    }
    /// Whether an advance function may pause at a step.
    virtual bool mayPause(std::uint64_t step) const {
        (void)step;
        return true;
    }
    /// Error (Input): why the session cannot be set to another state or to other settings now.
    virtual Status mayJump() const { return success(); }

    /// After one or more steps, and before the first step.
    virtual Status stepped(Session&) { return success(); }
    /// After the last step of a frame, and before the first step (frame 0).
    virtual Status frameEnded(Session&) { return success(); }
    /// The state or the settings were replaced: restore(), set(), reset() or reload() of the session.
    virtual void replaced(Session&) {}
    /// While another program computes steps. @param step that it has reached
    virtual void computing(Session&, std::uint64_t step) { (void)step; }
    /// A warning or note for the user.
    virtual void noted(const std::string& text) { (void)text; }
};

}  // namespace talus::run
