#include "talus/ground/plot/plots.h"

#include "talus/ground/plot/ground_change.h"
#include "talus/ground/plot/ground_profile.h"
#include "talus/method/plot.h"

namespace talus::ground {

using method::PlotInput;
using method::PlotResult;

Result<std::optional<TwoGrounds>> groundsOf(const PlotInput& run) {
    const auto* shown = run.find<state::ColumnsView>("ground");
    if (shown == nullptr) return std::optional<TwoGrounds>();
    const auto* start = method::find<state::ColumnsView>(run.first, "ground");
    if (start == nullptr || start->grid != shown->grid)
        return Error{ErrorKind::Input, "the first frame has no ground, or other columns"};
    auto before = state::columnValues(*start, "height"), after = state::columnValues(*shown, "height");
    for (const auto* heights : {&before, &after})
        if (!*heights) return heights->error();
    return std::optional(TwoGrounds{shown->grid, std::move(*before), std::move(*after)});
}

namespace {

/// The map of the ground's change; nothing if it did not change.
PlotResult groundChange(const PlotInput& run) {
    const auto grounds = groundsOf(run);
    if (!grounds) return grounds.error();
    if (!grounds->has_value()) return std::nullopt;
    const auto& [grid, before, after] = **grounds;
    const GroundChange change = changeBetween(grid, before.view(), after.view());
    if (change.risen_area == 0 && change.sunk_area == 0) return std::nullopt;
    run.say(describe(change));
    return changeChart(grid, before.view(), after.view());
}

PlotResult groundHypsometry(const PlotInput& run) {
    const auto grounds = groundsOf(run);
    if (!grounds) return grounds.error();
    if (!grounds->has_value()) return std::nullopt;
    return hypsometryChart((*grounds)->before.view(), (*grounds)->after.view());
}

}  // namespace

std::vector<method::Plot> plots() {
    return {{"ground-change", "a map of how far the ground rose and sank, with the volumes", groundChange},
            {"ground-hypsometry", "the share of the ground that is higher than a height", groundHypsometry},
            {"ground-volume", "how the ground's volume changed",
             [](const PlotInput& run) -> PlotResult { return volumeChart(run.statistics); }}};
}

}  // namespace talus::ground
