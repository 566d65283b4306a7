#pragma once
#include <optional>
#include <utility>
#include <vector>

#include "talus/step/stage.h"

namespace talus::step {

/// The parts of a method's step, in their order. A stage of another method that takes part in the step names
/// the phase that it acts in; it comes behind the method's own of that phase.
enum class Phase {
    Add,     ///< what appears, what is exchanged with other methods
    Move,    ///< places at the end of the step
    Search,  ///< neighbours
    Force,   ///< all that acts
    Hold,    ///< what must not move
    Kick,    ///< velocities at the end of the step
    End      ///< what follows from all this
};

struct InPhase {
    Phase phase;
    Stage stage;
};

/// A list of stages, each with its phase.
class PhasedStages {
  public:
    /// Stages in the order in which they are given. One that is in the list only where the scene asks for it
    /// stands as an optional.
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
    /// All stages by phase; those of one phase in the order in which they came.
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
