#include "talus/couple/erosion/plots.h"
#include "talus/method/plot.h"

#include <fmt/format.h>

namespace talus::couple::erosion {
namespace {

using method::PlotInput;
using method::PlotResult;

PlotResult ledger(const PlotInput& run) {
    const NumberTable& table = run.statistics;
    if (table.rows.empty() || table.find("erosion.eroded") < 0) return std::nullopt;
    const auto last = [&](const char* part) {
        return table.values(table.find(fmt::format("erosion.{}", part))).back();
    };
    run.say(
        fmt::format("sediment: {:.4g} kg eroded, {:.4g} kg settled, {:.4g} kg in the water, {:.4g} kg left "
                    "with it, {:.2g} kg lost",
                    last("eroded"), last("settled"), last("suspended"), last("left"), last("lost")));
    return method::overTime(table, "Sediment", {.name = "mass", .unit = "kg"},
                            {{"erosion.eroded", "eroded so far"},
                             {"erosion.settled", "settled so far"},
                             {"erosion.rolled", "rolled so far"},
                             {"erosion.suspended", "in the water"},
                             {"erosion.left", "left through sinks"},
                             {"erosion.brought", "brought by inflows"}});
}

}  // namespace

std::vector<method::Plot> plots() {
    return {{"sediment", "mass of sediment: eroded, settled, in the water, left", ledger}};
}

}  // namespace talus::couple::erosion
