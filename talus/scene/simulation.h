#pragma once
#include <memory>
#include <string>
#include <vector>

#include "talus/exec/exec.h"
#include "talus/method/method.h"
#include "talus/scene/estimate.h"
#include "talus/scene/scene.h"
#include "talus/state/world.h"
#include "talus/step/clock.h"
#include "talus/step/pipeline.h"

namespace talus::scene {

/// A method that takes part in a run.
struct Running {
    const method::Method* method;
    std::unique_ptr<method::Instance> instance;
    step::Pipeline pipeline;
};

/// A scene made ready to run: the initial world, the list of stages of each method, and the clock.
class Simulation {
  public:
    /// Error (Input) when the scene cannot be built; a scene that passed all checks can. With the Exec of a
    /// device the steps run there, and the rest on the processor; Error (Runtime) where the device cannot do
    /// all that the scene asks for (notOnDevice).
    /// @param host_threads with a device, of the processor beside it; 0: all
    static Result<Simulation> build(const Scene& scene, const exec::Exec& exec, int host_threads = 0);

    /// So many steps of clock().dt(); several at once are quicker than one at a time, and come to the same
    /// bits. On trouble the world must be put back to the last good snapshot.
    step::StepReport advance(std::uint64_t steps = 1);

    /// Puts a saved state back. It may come from a file and hold anything: what the stages rely on is
    /// checked. Error (Input) that names table, column and row; the world is then of no use.
    Status restore(const state::Snapshot& saved);
    /// What the methods find where they look through the world as restore() has them do.
    state::StateCheck checked() const { return check(nullptr); }

    const Scene& scene() const { return scene_; }
    const step::Clock& clock() const { return clock_; }
    /// The methods of the scene's list that it uses, ready to run.
    const std::vector<Running>& methods() const { return methods_; }
    /// The one whose instance is a T; null: it does not take part.
    template <class T>
    const T* find() const {
        for (const Running& running : methods_)
            if (const auto* instance = dynamic_cast<const T*>(running.instance.get())) return instance;
        return nullptr;
    }
    /// Time spent in each stage, wherever it ran. Where several methods take part their names come first.
    std::vector<step::StageTime> stageTimes() const;
    /// How many steps a caller best asks for at once: the state goes to a device and back for each call.
    std::uint64_t stepsAtOnce() const { return steps_there_ ? 512 : 16; }
    /// From now on steps run so; build() does this where it gets a device. @pre of this scene's only method
    void runStepsOn(std::unique_ptr<method::DeviceSteps> steps) { steps_there_ = std::move(steps); }
    bool isOnDevice() const { return steps_there_ != nullptr; }
    const state::World& world() const { return world_; }
    state::World& world() { return world_; }
    /// For loops over the world, which is the processor's whenever no step runs.
    const exec::Exec& exec() const { return exec_; }
    /// How many there are of what each method counts.
    std::vector<method::Count> counts() const;
    /// What is to be known of the state.
    std::vector<method::Note> notes(method::Moment moment) const;
    /// Why the run must stop.
    std::optional<step::Trouble> trouble() const;

  private:
    Simulation(Scene scene, const exec::Exec& exec, step::Clock clock, std::vector<Running> methods,
               state::World world);
    state::StateCheck check(const state::Snapshot* saved) const;
    /// All sub-steps of a method within one step of the clock.
    step::StepReport runPart(Running& running, step::InRow in_row);
    Scene scene_;
    exec::Exec exec_;
    step::Clock clock_;
    std::vector<Running> methods_;
    state::World world_;
    std::vector<std::size_t> rows_at_start_;  ///< of each table of the world
    std::unique_ptr<method::DeviceSteps> steps_there_;
};

/// What of a scene the steps on a device cannot do, as the scene file names it; empty: they can do all.
std::vector<std::string> notOnDevice(const method::Scene& scene);

}  // namespace talus::scene
