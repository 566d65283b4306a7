#include "talus/run/session/stepper.h"

#include <algorithm>

namespace talus::run {
namespace {

class OwnStepper final : public Stepper {
  public:
    Result<step::StepReport> advance(scene::Simulation& simulation, std::uint64_t steps,
                                     const StepEvents&) override {
        return simulation.advance(std::min(steps, simulation.stepsAtOnce()));
    }
    std::uint64_t step(const scene::Simulation& simulation) const override { return simulation.world().step; }
    Status update(scene::Simulation&) override { return success(); }
};

}  // namespace

std::unique_ptr<Stepper> ownStepper() { return std::make_unique<OwnStepper>(); }

}  // namespace talus::run
