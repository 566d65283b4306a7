#pragma once
#include <limits>
#include <string>

#include "talus/method/instance.h"

namespace talus::method {

/// An instance without a step of its own: it adds stages to the steps of the methods that it couples
/// (stagesIn), may shorten those steps (longestStepIn, and Needs::limits before the run), and may add tables.
class Coupling : public Instance {
  public:
    void addTables(state::World&) const override {}
    Result<step::Pipeline> pipeline(step::PhasedStages others) const final {
        return step::Pipeline::compose("coupling", std::move(others).inOrder());
    }
    double longestStep(const exec::Exec&, const state::World&) const final {
        return std::numeric_limits<double>::infinity();
    }
};

}  // namespace talus::method
