#include "talus/couple/granular/plot/mass_chart.h"

namespace talus::couple::granular {

std::optional<picture::Chart> massChart(const NumberTable& stats) {
    const int time = stats.find("time"), mass = stats.find("mass"), stored = stats.find("ground.stored_mass");
    if (time < 0 || mass < 0 || stats.rows.empty()) return std::nullopt;
    std::vector<double> sinks(stats.rows.size());
    bool any_sink = false;
    for (std::size_t c = 0; c < stats.columns.size(); ++c) {
        const std::string& name = stats.columns[c];
        if (!(name.starts_with("sink.") || name.starts_with("fallen.")) ||
            name.find(".mass") == std::string::npos)
            continue;
        any_sink = true;
        for (std::size_t row = 0; row < sinks.size(); ++row) sinks[row] += stats.rows[row][c];
    }
    if (stored < 0 && !any_sink) return std::nullopt;
    picture::Chart chart;
    chart.title = "Where the mass is";
    chart.x = {.name = "time", .unit = "s"};
    chart.y = {.name = "mass", .unit = "kg", .low = 0};
    const std::vector<double> times = stats.values(time);
    std::vector<double> total = stats.values(mass);
    chart.series.push_back({.name = "free grains", .x = times, .y = total});
    const auto add = [&](const char* name, std::vector<double> values) {
        for (std::size_t row = 0; row < total.size(); ++row) total[row] += values[row];
        chart.series.push_back({.name = name, .x = times, .y = std::move(values)});
    };
    if (stored >= 0) add("in the ground", stats.values(stored));
    if (any_sink) add("taken out", std::move(sinks));
    chart.series.push_back(
        {.name = "all", .x = times, .y = std::move(total), .style = picture::Series::Style::Dashed});
    return chart;
}

}  // namespace talus::couple::granular
