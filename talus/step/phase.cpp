#include "talus/step/phase.h"

#include <algorithm>

namespace talus::step {

std::vector<Stage> PhasedStages::inOrder() && {
    std::stable_sort(list_.begin(), list_.end(),
                     [](const InPhase& a, const InPhase& b) { return a.phase < b.phase; });
    std::vector<Stage> stages;
    stages.reserve(list_.size());
    for (InPhase& each : list_) stages.push_back(std::move(each.stage));
    return stages;
}

}  // namespace talus::step
