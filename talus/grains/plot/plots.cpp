#include "talus/grains/plot/plots.h"

#include "talus/method/plot.h"

namespace talus::grains {

using method::PlotInput;
using method::PlotResult;

const state::PointsView* grainsOf(const PlotInput& run) {
    const auto* grains = run.find<state::PointsView>("grains");
    return grains != nullptr && grains->count > 0 ? grains : nullptr;
}

namespace {

PlotResult energies(const PlotInput& run) {
    if (grainsOf(run) == nullptr) return std::nullopt;
    // A run by another engine has no elastic energy.
    return method::overTime(run.statistics, "Energy of the grains", {.name = "energy", .unit = "J"},
                            {{"kinetic", "kinetic"},
                             {"rotational", "rotational"},
                             {"potential", "potential"},
                             {"elastic", "elastic"}});
}

PlotResult contacts(const PlotInput& run) {
    if (grainsOf(run) == nullptr) return std::nullopt;
    return method::overTime(run.statistics, "Grains and contacts", {.name = "number", .unit = "", .low = 0},
                            {{"grains", "grains"},
                             {"contacts", "contacts between grains"},
                             {"wall_contacts", "contacts with walls"}});
}

}  // namespace

std::vector<method::Plot> plots() {
    return {{"energy", "energies of the grains over time", energies},
            {"contacts", "grains and contacts over time", contacts}};
}

}  // namespace talus::grains
