#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "talus/scene/simulation.h"

namespace talus::run {

/// What a stepper reports while it computes.
struct StepEvents {
    std::function<void(std::uint64_t step)> reached;       ///< progress within a call of advance()
    std::function<void(const std::string& text)> warning;  ///< for the user
};

/// Computes the steps of a session: Talus itself, or another program whose state is copied into the world.
class Stepper {
  public:
    Stepper() = default;
    Stepper(const Stepper&) = delete;
    Stepper& operator=(const Stepper&) = delete;
    virtual ~Stepper() = default;

    /// Takes between one and `steps` steps. At the end of a frame the world holds the new state. Error: the
    /// other program failed. @pre `steps` >= 1 and not beyond the end of the present frame
    virtual Result<step::StepReport> advance(scene::Simulation& simulation, std::uint64_t steps,
                                             const StepEvents& events) = 0;
    /// The number of completed steps. Within a frame the world may be at an earlier step.
    virtual std::uint64_t step(const scene::Simulation& simulation) const = 0;
    /// Copies the state of step() into the world.
    virtual Status update(scene::Simulation& simulation) = 0;
    /// Ends the other program after the last step. Error: it failed at its end; all frames are complete.
    virtual Status end() { return success(); }

    /// The name of the program in messages and in the log: "4 ranks of LAMMPS 29 Sep 2021"; empty: Talus.
    virtual std::string program() const { return {}; }
    /// What follows `talus resume DIR` so that this stepper goes on: " --engine lammps".
    virtual std::string resumeOptions() const { return {}; }
    /// The columns of statistics whose values are known; absent: those of the simulation.
    virtual std::optional<std::vector<method::Columns>> columns(const scene::Simulation& simulation) const {
        (void)simulation;
        return std::nullopt;
    }
    /// Whether the session may set the world to another state and the scene to other settings.
    virtual bool mayJump() const { return true; }
};

/// Talus computes the steps.
std::unique_ptr<Stepper> ownStepper();

}  // namespace talus::run
