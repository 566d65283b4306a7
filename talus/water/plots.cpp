#include "talus/water/plots.h"
#include "talus/method/plot.h"
#include "talus/method/shown/load_chart.h"

#include <algorithm>

#include <fmt/format.h>

namespace talus::water {
namespace {

using method::PlotInput;
using method::PlotResult;

PlotResult energy(const PlotInput& run) {
    return method::overTime(run.statistics, "Kinetic energy of the water",
                            {.name = "energy", .unit = "J", .low = 0}, {{"water.kinetic", "kinetic"}});
}

PlotResult amount(const PlotInput& run) {
    return method::overTime(run.statistics, "Particles of water", {.name = "number", .unit = "", .low = 0},
                            {{"water.count", "present"},
                             {"water.made", "added so far"},
                             {"water.sunk", "removed by sinks"},
                             {"water.fallen", "fallen off the scene"}});
}

PlotResult density(const PlotInput& run) {
    const int column = run.statistics.find("water.compression"), time = run.statistics.find("time");
    if (column < 0 || time < 0 || run.statistics.rows.empty()) return std::nullopt;
    const std::vector<double> all = run.statistics.values(column);
    const auto maximum = std::max_element(all.begin(), all.end());
    run.say(fmt::format("water: maximum mean compression {:.2g} %, at {:.4g} s", 100 * *maximum,
                        run.statistics.values(time)[static_cast<std::size_t>(maximum - all.begin())]));
    return method::overTime(run.statistics, "Compression of the water",
                            {.name = "mean over the particles", .unit = "", .low = 0},
                            {{"water.compression", "after the last step"},
                             {"water.density_error", "remaining error of the solver"}});
}

PlotResult iterations(const PlotInput& run) {
    const int column = run.statistics.find("water.pressure_iterations");
    if (column < 0) return std::nullopt;
    const std::vector<double> all = run.statistics.values(column);
    // Only dfsph has iterations.
    if (std::all_of(all.begin(), all.end(), [](double n) { return n == 0; })) return std::nullopt;
    return method::overTime(
        run.statistics, "Iterations of the pressure solves", {.name = "mean of a step", .unit = "", .low = 0},
        {{"water.pressure_iterations", "velocities"}, {"water.drift_iterations", "densities"}});
}

PlotResult loads(const PlotInput& run) {
    return method::loadChart(run.statistics, "Force of the water on walls", "water");
}

}  // namespace

std::vector<method::Plot> plots() {
    return {{"water-energy", "kinetic energy of the water over time", energy},
            {"water-amount", "particles of water that are present, were added and were removed", amount},
            {"water-density", "compression of the water, mean over the particles", density},
            {"water-solver", "iterations of the pressure solves", iterations},
            {"water-loads", "force of the water on each wall and the ground", loads}};
}

}  // namespace talus::water
