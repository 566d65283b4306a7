#pragma once
#include <memory>
#include <optional>

#include "talus/couple/granular/scene.h"
#include "talus/couple/ground_contact/collide_ground.h"
#include "talus/couple/hybrid/exchange.h"
#include "talus/couple/soil_bodies/soil_bodies.h"
#include "talus/grains/measures.h"
#include "talus/grains/pipeline.h"
#include "talus/ground/setup.h"
#include "talus/method/instance.h"

namespace talus::couple::granular {

/// The grains of a scene, with the ground and the exchange with it, in the grains' steps.
class Granular final : public method::Instance {
  public:
    /// @pre the scene passed the check
    explicit Granular(const Scene& scene);

    void addTables(state::World& world) const override;
    Status start(state::World& world, const exec::Exec& exec, double step,
                 step::PhasedStages others) const override;
    Result<step::Pipeline> pipeline(step::PhasedStages others) const override;
    step::PhasedStages stagesIn(std::string_view method) const override;
    double longestStep(const exec::Exec&, const state::World&) const override { return longest_; }
    /// Bodies make a step in each step of the grains.
    double longestStepIn(std::string_view method, const exec::Exec&, const state::World&) const override;
    void beginFrame(state::World& world) const override;
    std::vector<method::Columns> columns() const override;
    std::vector<method::FrameSource> frames(std::span<const std::string> wanted) const override;
    std::vector<method::Probed> probed() const override;
    std::optional<method::Count> count(const state::World& world) const override;
    std::optional<step::Trouble> trouble(const exec::Exec& exec, const state::World& world) const override;
    std::vector<method::Note> notes(const exec::Exec& exec, const state::World& world,
                                    method::Moment moment) const override;
    void check(state::StateCheck& check) const override;
    Result<std::unique_ptr<method::DeviceSteps>> onDevice(const exec::Exec& device,
                                                          const exec::Exec& host) const override;

    /// Sums over all grains at the present time.
    grains::Measures measure(const exec::Exec& exec, const state::World& world) const;
    /// The load of the grains on each wall: mean over the steps of this frame so far, or of the last frame if
    /// that has just ended.
    std::vector<grains::WallLoad> wallLoads(const state::World& world) const;
    /// The load of the grains on the ground: mean over the same steps. @pre the scene has ground
    grains::WallLoad groundLoad(const state::World& world) const;
    /// The sinks of the scene and, if grains can fall off it, the sink for those (grains/load/fallen.h).
    const std::vector<environment::Sink>& sinks() const { return setup_.sinks; }
    /// Number of grains that fell off the scene so far.
    std::uint64_t fallen(const state::World& world) const;
    /// A warning text if grains overlap each other or walls deeply before the first step, and will fly apart.
    /// Empty: none.
    std::string startTrouble(const exec::Exec& exec, const state::World& world) const;
    const grains::Setup& setup() const { return setup_; }

  private:
    CollideGround groundStage() const;
    step::PhasedStages groundStages() const;
    method::FrameSource contacts() const;

    Scene scene_;
    double longest_;       ///< longest step [s]
    double contact_time_;  ///< of the shortest contact [s]
    bool shared_;          ///< other methods than bodies may load the walls, too
    grains::Setup setup_;
    std::optional<ground::Setup> ground_;
    std::optional<SoilBodies> soil_bodies_;
    std::optional<Exchange> exchange_;
};

}  // namespace talus::couple::granular
