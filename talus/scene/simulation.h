#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "talus/exec/exec.h"
#include "talus/grains/device_steps.h"
#include "talus/grains/measures.h"
#include "talus/grains/pipeline.h"
#include "talus/scene/scene.h"
#include "talus/state/world.h"
#include "talus/step/clock.h"
#include "talus/step/pipeline.h"

namespace talus::scene {

/// A scene made ready to run: the initial world, the list of stages, and the clock.
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

    const Scene& scene() const { return scene_; }
    const step::Clock& clock() const { return clock_; }
    /// Those of the scene and, last, where something can fall off the scene, one for that (fallen.h).
    const std::vector<grains::Sink>& sinks() const { return setup_.sinks; }
    /// Grains that fell off the scene so far.
    std::uint64_t fallen() const;
    const step::Pipeline& pipeline() const { return pipeline_; }
    /// Time spent in each stage of the pipeline, wherever it ran.
    std::vector<step::StageTime> stageTimes() const;
    /// How many steps a caller best asks for at once: the state goes to a device and back for each call.
    std::uint64_t stepsAtOnce() const { return steps_there_ ? 512 : 16; }
    /// From now on steps run so; build() does this where it gets a device. @pre made of this scene's setup
    void runStepsOn(grains::DeviceSteps steps) { steps_there_ = std::move(steps); }
    bool isOnDevice() const { return steps_there_.has_value(); }
    const state::World& world() const { return world_; }
    state::World& world() { return world_; }
    /// For loops over the world, which is the processor's whenever no step runs.
    const exec::Exec& exec() const { return exec_; }
    /// Sums over all grains, now.
    grains::Measures measure() const;
    /// What is wrong with how the grains lie before the first step: those that start inside of others or of
    /// walls, and will fly apart. Empty: nothing.
    std::string startTrouble() const;
    /// What the grains did to each wall, the mean over the steps of this frame so far (of the last one, where
    /// a frame just ended).
    std::vector<grains::WallLoad> wallLoads() const;
    /// Likewise to the ground [N]. @pre the scene has one
    grains::WallLoad groundLoad() const;

  private:
    Simulation(Scene scene, const exec::Exec& exec, step::Clock clock, grains::Setup setup,
               step::Pipeline pipeline, state::World world);
    Scene scene_;
    exec::Exec exec_;
    step::Clock clock_;
    grains::Setup setup_;
    step::Pipeline pipeline_;
    state::World world_;
    std::optional<grains::DeviceSteps> steps_there_;
};

/// What of a scene the steps on a device cannot do, as the scene file names it; empty: they can do all.
std::vector<std::string> notOnDevice(const Scene& scene);

/// What a run will take, known before it starts.
struct Estimate {
    double dt = 0;             ///< [s]
    double speed = 0;          ///< largest to expect of grains [m/s]
    double impact_speed = 0;   ///< the same with that of the walls: at which grains meet them [m/s]
    double contact_time = 0;   ///< shortest duration of a contact among all pairs [s]
    std::uint64_t steps = 0;   ///< in the whole run
    std::uint64_t grains = 0;  ///< at the end of the run
    std::uint64_t frames = 0;
    double memory_bytes = 0;  ///< of the process, at its peak
    double disk_bytes = 0;    ///< frames and checkpoints, without images
};
/// @pre the scene passed the first three passes of the check.
Estimate estimate(const Scene& scene);

}  // namespace talus::scene
