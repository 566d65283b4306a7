#include "talus/water/plots.h"
#include "talus/method/plot.h"

#include <algorithm>
#include <cmath>

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

/// The magnitude of the force of the water on each wall and on the ground.
PlotResult loads(const PlotInput& run) {
    const NumberTable& table = run.statistics;
    picture::Chart chart;
    chart.title = "Force of the water on walls";
    chart.x = {.name = "time", .unit = "s"};
    chart.y = {.name = "force", .unit = "N", .low = 0};
    const int time = table.find("time");
    if (time < 0 || table.rows.empty()) return std::nullopt;
    const std::string end = ".water.fx";
    for (const std::string& column : table.columns) {
        const std::string name = column.substr(0, column.find(" ["));
        if (!name.ends_with(end)) continue;
        const std::string body = name.substr(0, name.size() - end.size());
        const auto part = [&](const char* axis) { return table.values(table.find(body + ".water." + axis)); };
        const std::vector<double> x = part("fx"), y = part("fy"), z = part("fz");
        std::vector<double> force(x.size());
        for (std::size_t k = 0; k < force.size(); ++k) force[k] = std::hypot(x[k], y[k], z[k]);
        if (std::all_of(force.begin(), force.end(), [](double f) { return f == 0; })) continue;
        chart.series.push_back({.name = body.starts_with("wall.") ? body.substr(5) : body,
                                .x = table.values(time),
                                .y = std::move(force)});
    }
    if (chart.series.empty()) return std::nullopt;
    return chart;
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
