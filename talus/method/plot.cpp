#include "talus/method/plot.h"

namespace talus::method {

std::optional<picture::Chart> overTime(const NumberTable& statistics, std::string title, picture::Axis y,
                                       const std::vector<std::pair<std::string, std::string>>& columns) {
    picture::Chart chart;
    chart.title = std::move(title);
    chart.x = {.name = "time", .unit = "s"};
    chart.y = std::move(y);
    const int time = statistics.find("time");
    if (time < 0 || statistics.rows.empty()) return std::nullopt;
    for (const auto& [column, name] : columns)
        if (const int found = statistics.find(column); found >= 0)
            chart.series.push_back(
                {.name = name, .x = statistics.values(time), .y = statistics.values(found)});
    if (chart.series.empty()) return std::nullopt;
    return chart;
}

}  // namespace talus::method
