#include "talus/run/measure/plot.h"

#include <cmath>

#include <fmt/format.h>

namespace talus::run {
namespace {

Result<std::vector<double>> columnOf(const io::CsvTable& table, const std::string& name) {
    const int column = table.find(name);
    if (column < 0)
        return Error{ErrorKind::Input,
                     fmt::format("stats.csv has no column '{}'; was it written by this program?", name)};
    std::vector<double> values;
    for (const auto& row : table.rows) values.push_back(row[static_cast<std::size_t>(column)]);
    return values;
}

Result<picture::Chart> overTime(const io::CsvTable& stats, std::string title, picture::Axis y,
                                const std::vector<std::pair<std::string, std::string>>& columns) {
    picture::Chart chart;
    chart.title = std::move(title);
    chart.x = {.name = "time", .unit = "s"};
    chart.y = std::move(y);
    const auto time = columnOf(stats, "time");
    if (!time) return time.error();
    for (const auto& [column, name] : columns) {
        auto values = columnOf(stats, column);
        if (!values) return values.error();
        chart.series.push_back({.name = name, .x = *time, .y = std::move(*values)});
    }
    return chart;
}

}  // namespace

Result<picture::Chart> energyChart(const io::CsvTable& stats) {
    std::vector<std::pair<std::string, std::string>> columns{
        {"kinetic", "kinetic"}, {"rotational", "rotational"}, {"potential", "potential"}};
    // A run by another engine does not know its springs.
    if (stats.find("elastic") >= 0) columns.emplace_back("elastic", "elastic");
    return overTime(stats, "Energy of the grains", {.name = "energy", .unit = "J"}, columns);
}

Result<picture::Chart> contactChart(const io::CsvTable& stats) {
    return overTime(stats, "Grains and contacts", {.name = "number", .unit = "", .low = 0},
                    {{"grains", "grains"},
                     {"contacts", "contacts between grains"},
                     {"wall_contacts", "contacts with walls"}});
}

picture::Chart heapChart(const Repose& repose) {
    constexpr double millimetre = 1e-3;
    picture::Chart chart;
    chart.title = "Profile of the heap";
    chart.subtitle = describe(repose) + (repose.doubt ? ", of a heap too low to be sure" : "");
    chart.x = {.name = "distance from the axis", .unit = "mm", .low = 0};
    chart.y = {.name = "height of the surface", .unit = "mm", .low = 0};
    chart.equal_scale = true;
    picture::Series profile{.name = "surface, mean over all directions", .x = {}, .y = {}};
    profile.style = picture::Series::Style::LineAndPoints;
    for (std::size_t i = 0; i < repose.distance.size(); ++i) {
        // The bare ground far out says nothing of the heap.
        if (repose.distance[i] > 3 * repose.outer && repose.outer > 0) break;
        profile.x.push_back(repose.distance[i] / millimetre);
        profile.y.push_back(repose.surface[i] / millimetre);
    }
    chart.series.push_back(std::move(profile));
    if (repose.no_heap) return chart;
    const auto at = [&](double distance) {
        return (repose.intercept + repose.slope * distance) / millimetre;
    };
    chart.series.push_back({.name = "line through the flank",
                            .x = {repose.inner / millimetre, repose.outer / millimetre},
                            .y = {at(repose.inner), at(repose.outer)},
                            .style = picture::Series::Style::Dashed});
    const double middle = 0.5 * (repose.inner + repose.outer);
    constexpr double degrees = 57.29577951308232;
    chart.annotations.push_back({middle / millimetre, at(middle),
                                 fmt::format("{:.1f}\u00b0 \u00b1 {:.1f}\u00b0", repose.angle * degrees,
                                             repose.standard_error * degrees)});
    return chart;
}

}  // namespace talus::run
