#pragma once
#include <optional>
#include <utility>
#include <vector>

#include "talus/step/stage.h"

namespace talus::step {

/// The phases of a method's step, in their order. A stage of another method that acts in the step names its
/// phase; it runs after the method's own stages of that phase.
enum class Phase {
    Add,     ///< new particles, and exchange with other methods
    Move,    ///< positions at the end of the step
    Search,  ///< search for neighbours
    Force,   ///< forces
    Hold,    ///< particles that must not move are held
    Kick,    ///< velocities at the end of the step
    End      ///< values that follow from the new state
};

struct InPhase {
    Phase phase;
    Stage stage;
};

/// A list of stages, each with its phase.
class PhasedStages {
  public:
    /// Adds stages to a phase, in the order in which they are given. An argument may be a std::optional:
    /// without a value it adds nothing.
    template <class... Stages>
    PhasedStages& add(Phase phase, Stages... stages) {
        (append(phase, std::move(stages)), ...);
        return *this;
    }
    void add(PhasedStages others) {
        for (InPhase& each : others.list_) list_.push_back(std::move(each));
    }
    bool has(Phase phase) const {
        for (const InPhase& each : list_)
            if (each.phase == phase) return true;
        return false;
    }
    /// All stages, sorted by phase. Stages of one phase keep the order in which they were added.
    std::vector<Stage> inOrder() &&;

  private:
    void append(Phase phase, Stage stage) { list_.push_back({phase, std::move(stage)}); }
    template <class T>
    void append(Phase phase, std::optional<T> stage) {
        if (stage) list_.push_back({phase, std::move(*stage)});
    }

    std::vector<InPhase> list_;
};

}  // namespace talus::step
