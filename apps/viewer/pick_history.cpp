#include "viewer/pick_history.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace talus::viewer {
namespace {

/// Beyond this number every second value is dropped.
constexpr std::size_t most_rows = 1 << 12;

}  // namespace

Result<PickHistory> PickHistory::begin(const Shot& shot, const run::Pick& pick, const std::string& field) {
    const auto values = run::valuesOf(shot.frame, pick.set, pick.row, shot.infos);
    if (!values) return values.error();
    const auto found = std::find_if(values->begin(), values->end(),
                                    [&](const run::PickedValue& value) { return value.name == field; });
    if (found == values->end()) {
        std::vector<std::string> names;
        for (const run::PickedValue& value : *values) names.push_back(value.name);
        return Error{ErrorKind::Input, fmt::format("{} have no field '{}'; there are: {}", pick.set, field,
                                                   fmt::join(names, ", "))};
    }
    PickHistory history;
    history.row_ = FollowedRow(shot.frame, pick.set, pick.row);
    history.field_ = field;
    history.name_ = fmt::format("{} {:.0f} {}", pick.set, history.row_.number(), field);
    history.table_ = std::make_shared<NumberTable>();
    history.table_->columns = {"time [s]"};
    const std::string unit = found->unit.empty() ? "" : " [" + found->unit + "]";
    const std::size_t components = found->components.size();
    for (std::size_t c = 0; c < components; ++c) {
        const std::string part = components == 1   ? ""
                                 : components == 3 ? fmt::format(".{}", "xyz"[c])
                                                   : fmt::format(".{}", c);
        history.table_->columns.push_back(history.name_ + part + unit);
    }
    history.last_time_ = shot.frame.time;
    history.add(shot, false);
    return history;
}

bool PickHistory::add(const Shot& shot, bool live) {
    const auto row = row_.in(shot.frame);
    if (!row) return false;
    const state::ArrayView* values = fieldOf(shot.frame.sets.at(row_.set()), field_);
    if (values == nullptr) return false;
    const double time = shot.frame.time;
    auto table = std::make_shared<NumberTable>(*table_);
    auto& rows = table->rows;
    const auto isLater = [](double t, const std::vector<double>& other) { return t < other.front(); };
    if (live && went_back_ && time > last_time_) {
        rows.erase(std::upper_bound(rows.begin(), rows.end(), last_time_, isLater), rows.end());
        went_back_ = false;
    }
    if (time < last_time_) went_back_ = true;
    last_time_ = time;
    std::vector<double> numbers{time};
    for (int c = 0; c < values->components; ++c) numbers.push_back(values->value(*row, c));
    const auto after = std::upper_bound(rows.begin(), rows.end(), time, isLater);
    if (after != rows.begin() && std::prev(after)->front() == time)
        *std::prev(after) = std::move(numbers);
    else
        rows.insert(after, std::move(numbers));
    if (rows.size() > most_rows) {
        std::size_t index = 0;
        std::erase_if(rows, [&](const auto&) { return index++ % 2 == 1; });
    }
    table_ = std::move(table);
    return true;
}

}  // namespace talus::viewer
