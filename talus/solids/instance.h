#pragma once
#include "talus/method/instance.h"
#include "talus/method/scene.h"
#include "talus/solids/bodies.h"
#include "talus/solids/contact/deep_overlap.h"

namespace talus::solids {

/// The rigid bodies of a scene, with a step of their own (pipeline.h).
class Solids final : public method::Instance {
  public:
    /// @pre the scene passed the check
    explicit Solids(const method::Scene& scene);

    void addTables(state::World& world) const override;
    Result<step::Pipeline> pipeline(step::PhasedStages others) const override;
    /// A body moves at most a quarter of its smallest side in a step, so that it passes through nothing,
    /// but no step is shorter than a thousandth of the usual one.
    double longestStep(const exec::Exec& exec, const state::World& world) const override;
    void beginFrame(state::World& world) const override;
    std::vector<method::Columns> columns() const override;
    std::vector<method::FrameSource> frames(std::span<const std::string> wanted) const override;
    std::optional<method::Count> count(const state::World& world) const override;
    void check(state::StateCheck& check) const override;
    /// Where bodies overlapped deeply.
    std::vector<method::Note> notes(const exec::Exec& exec, const state::World& world,
                                    method::Moment moment) const override;

    const Setup& setup() const { return setup_; }

  private:
    Setup setup_;
    double longest_;  ///< longest step [s]
    /// Of the steps of this run. It is no state: nothing depends on it but a note.
    std::shared_ptr<OverlapRecord> overlaps_ = std::make_shared<OverlapRecord>();
};

/// The shortest step as a share of the longest one. Chosen: a thousand times more steps take too long.
constexpr double shortest_step = 1e-3;

/// The longest step of the bodies of a scene, without what other methods ask of it [s].
double longestStepOf(const method::Scene& scene);

/// The pose and velocity of the body in a row of the table of bodies.
BodyState bodyIn(const state::Table& bodies, std::size_t row);

}  // namespace talus::solids
