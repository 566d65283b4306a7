#include "viewer/plots.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "talus/core/nearest.h"
#include "talus/io/csv.h"

namespace talus::viewer {
namespace {

std::size_t unitBegin(const std::string& column) {
    return column.empty() || column.back() != ']' ? std::string::npos : column.rfind(" [");
}

/// Names that contain the word, or else those that differ least from it.
std::vector<std::string> nearestColumns(const NumberTable& table, const std::string& word) {
    constexpr std::size_t most = 4;
    std::vector<std::string> all, near;
    for (const std::string& column : table.columns)
        if (std::string name = withoutUnit(column); name != time_name) all.push_back(std::move(name));
    for (const std::string& name : all)
        if (hasWord(name, word)) near.push_back(name);
    if (near.empty()) {
        near = std::move(all);
        std::stable_sort(near.begin(), near.end(), [&](const std::string& a, const std::string& b) {
            return editDistance(a, word) < editDistance(b, word);
        });
    }
    if (near.size() > most) near.resize(most);
    return near;
}

}  // namespace

Status Plots::choose(const NumberTable& table, const std::string& column, std::optional<bool> on) {
    const int at = table.find(column);
    if (at < 0)
        return Error{ErrorKind::Input, fmt::format("there is no column '{}'; the nearest are: {}", column,
                                                   fmt::join(nearestColumns(table, column), ", "))};
    const std::string& name = table.columns[static_cast<std::size_t>(at)];
    if (at == table.find(time_name))
        return Error{ErrorKind::Input, "time is the axis of all charts; choose another column"};
    const bool present = isChosen(name);
    const bool wanted = on.value_or(!present);
    if (wanted && !present) {
        std::size_t colour = 0;
        while (std::any_of(chosen_.begin(), chosen_.end(),
                           [&](const PlottedColumn& other) { return other.colour == colour; }))
            ++colour;
        chosen_.push_back({name, colour});
    }
    if (!wanted) std::erase_if(chosen_, [&](const PlottedColumn& other) { return other.name == name; });
    return success();
}

bool Plots::isChosen(const std::string& name) const {
    return std::any_of(chosen_.begin(), chosen_.end(),
                       [&](const PlottedColumn& column) { return column.name == name; });
}

Result<std::string> Plots::asCsv(const NumberTable& table) const {
    std::vector<std::size_t> columns;
    const auto add = [&](int at) {
        if (at >= 0) columns.push_back(static_cast<std::size_t>(at));
    };
    add(table.find(time_name));
    const std::size_t before = columns.size();
    for (const PlottedColumn& column : chosen_) add(table.find(column.name));
    if (columns.size() == before) {
        if (!chosen_.empty())
            return Error{ErrorKind::Input, "the statistics have none of the chosen columns; choose others"};
        columns.clear();
        for (std::size_t i = 0; i < table.columns.size(); ++i) columns.push_back(i);
    }
    std::string text;
    const auto addLine = [&](const auto& valueOf) {
        for (const std::size_t column : columns) {
            text += valueOf(column);
            text += column == columns.back() ? '\n' : ',';
        }
    };
    addLine([&](std::size_t column) { return table.columns[column]; });
    for (const auto& row : table.rows)
        addLine([&](std::size_t column) { return io::csvNumber(row[column]); });
    return text;
}

std::string unitOf(const std::string& column) {
    const std::size_t begin = unitBegin(column);
    return begin == std::string::npos ? "" : column.substr(begin + 2, column.size() - begin - 3);
}

std::string withoutUnit(const std::string& column) { return column.substr(0, unitBegin(column)); }

bool hasWord(std::string_view text, std::string_view word) {
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    };
    return std::search(text.begin(), text.end(), word.begin(), word.end(), same) != text.end() ||
           word.empty();
}

}  // namespace talus::viewer
