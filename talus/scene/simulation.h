#pragma once
#include <memory>

#include "talus/exec/exec.h"
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
    /// Error (Input) when the scene cannot be built; a scene that passed all checks can.
    static Result<Simulation> build(const Scene& scene, const exec::Exec& exec);

    /// So many steps of clock().dt(); several at once are quicker than one at a time, and come to the same
    /// bits. On trouble the world must be put back to the last good snapshot.
    step::StepReport advance(std::uint64_t steps = 1);

    const Scene& scene() const { return scene_; }
    const step::Clock& clock() const { return clock_; }
    const step::Pipeline& pipeline() const { return pipeline_; }
    const state::World& world() const { return world_; }
    state::World& world() { return world_; }
    const exec::Exec& exec() const { return exec_; }
    /// Sums over all grains, now.
    grains::Measures measure() const;
    /// What the grains did to each wall, the mean over the steps of this frame so far (of the last one, where
    /// a frame just ended).
    std::vector<grains::WallLoad> wallLoads() const;
    /// Likewise to the ground [N]. @pre the scene has one
    Vec3d groundLoad() const;

  private:
    Simulation(Scene scene, const exec::Exec& exec, step::Clock clock, grains::Setup setup,
               step::Pipeline pipeline, state::World world);
    Scene scene_;
    exec::Exec exec_;
    step::Clock clock_;
    grains::Setup setup_;
    step::Pipeline pipeline_;
    state::World world_;
};

/// What a run will take, known before it starts.
struct Estimate {
    double dt = 0;             ///< [s]
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
