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

/// A method of a run, with its instance and its stages.
struct Running {
    const method::Method* method;
    std::unique_ptr<method::Instance> instance;
    step::Pipeline pipeline;
};

/// The longest step that a method can take now [s]: its own limit, and those of the others.
/// @param method index in `running`
double longestStep(const std::vector<Running>& running, std::size_t method, const exec::Exec& exec,
                   const state::World& world);

/// A scene that can run: the world, the list of stages of each method, and the clock.
class Simulation {
  public:
    /// Builds the initial state. Error (Input) where that is not possible; it is for a scene that passed all
    /// checks. With the Exec of a device the steps run there and everything else on the processor; Error
    /// (Runtime) where the device does not support all of the scene (notOnDevice).
    /// @param host_threads with a device: threads on the processor; 0: all
    static Result<Simulation> build(const Scene& scene, const exec::Exec& exec, int host_threads = 0);

    /// Runs `steps` steps of clock().dt(). Several in one call are faster than single calls and give the same
    /// bits. After trouble the world must be restored from the last good snapshot.
    step::StepReport advance(std::uint64_t steps = 1);

    /// Restores a saved state. It may come from a file and hold anything, so everything that the stages rely
    /// on is checked. Error (Input) that names table, column and row; the world is then not usable.
    Status restore(const state::Snapshot& saved);
    /// The result of the methods' checks of the present world, as in restore().
    state::StateCheck checked() const { return check(nullptr); }

    const Scene& scene() const { return scene_; }
    const step::Clock& clock() const { return clock_; }
    /// The methods that the scene uses, in the order of the list.
    const std::vector<Running>& methods() const { return methods_; }
    /// The instance of type T, or null where the scene does not use its method.
    template <class T>
    const T* find() const {
        for (const Running& running : methods_)
            if (const auto* instance = dynamic_cast<const T*>(running.instance.get())) return instance;
        return nullptr;
    }
    /// Time spent in each stage, on the processor or a device. With several methods a name begins with the
    /// method's.
    std::vector<step::StageTime> stageTimes() const;
    /// A good number of steps for one call of advance(): on a device each call copies the state there and
    /// back.
    std::uint64_t stepsAtOnce() const { return device_steps_ ? 512 : 16; }
    /// Lets all later steps run on a device; build() calls it for the Exec of a device. @pre `steps` are of
    /// this scene's only method
    void useDeviceSteps(std::unique_ptr<method::DeviceSteps> steps) { device_steps_ = std::move(steps); }
    bool isOnDevice() const { return device_steps_ != nullptr; }
    const state::World& world() const { return world_; }
    state::World& world() { return world_; }
    /// For loops over the world, which is in the memory of the host whenever no step runs.
    const exec::Exec& exec() const { return exec_; }
    /// The counts of all methods, such as the number of grains.
    std::vector<method::Count> counts() const;
    /// Notes of the methods about the state.
    std::vector<method::Note> notes(method::Moment moment) const;
    /// Why the run must stop.
    std::optional<step::Trouble> trouble() const;

  private:
    Simulation(Scene scene, const exec::Exec& exec, step::Clock clock, std::vector<Running> methods,
               state::World world);
    state::StateCheck check(const state::Snapshot* saved) const;
    /// Runs the sub-steps of all methods within one step of the clock.
    step::StepReport runSubsteps(step::InRow in_row);
    Scene scene_;
    exec::Exec exec_;
    step::Clock clock_;
    std::vector<Running> methods_;
    state::World world_;
    std::vector<std::size_t> rows_at_start_;  ///< of each table of the world
    std::unique_ptr<method::DeviceSteps> device_steps_;
};

/// The parts of a scene that steps on a device do not support, as the scene file names them; empty: none.
std::vector<std::string> notOnDevice(const method::Scene& scene);

}  // namespace talus::scene
