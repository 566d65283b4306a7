#include "talus/method/shown/load_chart.h"

#include <algorithm>
#include <cmath>

namespace talus::method {

std::optional<picture::Chart> loadChart(const NumberTable& statistics, std::string title,
                                        const std::string& method) {
    picture::Chart chart;
    chart.title = std::move(title);
    chart.x = {.name = "time", .unit = "s"};
    chart.y = {.name = "force", .unit = "N", .low = 0};
    const int time = statistics.find("time");
    if (time < 0 || statistics.rows.empty()) return std::nullopt;
    const std::string end = "." + method + ".fx";
    for (const std::string& column : statistics.columns) {
        const std::string name = column.substr(0, column.find(" ["));
        if (!name.ends_with(end)) continue;
        const std::string body = name.substr(0, name.size() - end.size());
        const auto part = [&](const char* axis) {
            return statistics.values(statistics.find(body + "." + method + "." + axis));
        };
        const std::vector<double> x = part("fx"), y = part("fy"), z = part("fz");
        std::vector<double> force(x.size());
        for (std::size_t k = 0; k < force.size(); ++k) force[k] = std::hypot(x[k], y[k], z[k]);
        if (std::all_of(force.begin(), force.end(), [](double f) { return f == 0; })) continue;
        chart.series.push_back({.name = body.starts_with("wall.") ? body.substr(5) : body,
                                .x = statistics.values(time),
                                .y = std::move(force)});
    }
    if (chart.series.empty()) return std::nullopt;
    return chart;
}

}  // namespace talus::method
