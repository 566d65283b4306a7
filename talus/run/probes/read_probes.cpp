#include "talus/run/probes/read_probes.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>

#include "talus/core/printable.h"
#include "talus/run/probes/probe_value.h"

namespace talus::run {
namespace {

constexpr std::size_t max_name_length = 255;  // the limit of file systems

/// Splits "pressure [Pa]" into name and unit.
std::pair<std::string, std::string> nameAndUnit(const std::string& column) {
    const std::size_t bracket = column.find(" [");
    if (bracket == std::string::npos || column.back() != ']') return {column, ""};
    return {column.substr(0, bracket), column.substr(bracket + 2, column.size() - bracket - 3)};
}

/// Whether a chart shows a column. It leaves out columns that qualify others, and those with the same curve.
bool isShown(const std::string& name) {
    constexpr std::array left_out{"time",    "step",     "there", "filled",
                                  "forward", "backward", "mass",  "mass_flow"};
    return std::find(left_out.begin(), left_out.end(), name) == left_out.end();
}

}  // namespace

std::vector<std::string> listProbes(const Path& run) {
    const Path folder = layout::probes(run).path();
    std::vector<std::string> names;
    std::error_code code;
    if (std::filesystem::symlink_status(folder, code).type() != std::filesystem::file_type::directory)
        return names;
    std::filesystem::directory_iterator entry(folder, code);
    for (const std::filesystem::directory_iterator end; !code && entry != end; entry.increment(code))
        if (const Path file = entry->path().filename();
            file.extension() == ".csv" && isPlainName(file.stem().string(), max_name_length))
            names.push_back(file.stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

std::vector<std::pair<std::string, picture::Chart>> probeCharts(const std::string& name,
                                                                const io::CsvTable& table) {
    std::vector<std::pair<std::string, picture::Chart>> charts;
    const int time = table.find("time");
    if (time < 0 || table.rows.empty()) return charts;
    const auto valuesOf = [&](std::size_t column) {
        std::vector<double> values;
        for (const auto& row : table.rows) values.push_back(row[column]);
        return values;
    };
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        const auto [column, unit] = nameAndUnit(table.columns[c]);
        if (!isShown(column)) continue;
        auto chart = std::find_if(charts.begin(), charts.end(),
                                  [&, u = unit](const auto& one) { return one.second.y.unit == u; });
        if (chart == charts.end()) {
            picture::Chart made;
            made.title = name;
            made.x = {.name = "time", .unit = "s"};
            // For a component of a vector: the name of the vector.
            const bool part = column.size() > 2 && column[column.size() - 2] == '_';
            made.y = {.name = part ? column.substr(0, column.size() - 2) : column, .unit = unit};
            // Leave out the window, which may contain a dot.
            const std::string quantity = made.y.name.substr(0, made.y.name.find(mean_of));
            charts.emplace_back(fmt::format("-{}", quantity), std::move(made));
            chart = std::prev(charts.end());
        }
        chart->second.series.push_back(
            {.name = column, .x = valuesOf(static_cast<std::size_t>(time)), .y = valuesOf(c)});
    }
    if (charts.size() == 1) charts.front().first.clear();
    return charts;
}

}  // namespace talus::run
