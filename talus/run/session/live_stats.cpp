#include "talus/run/session/live_stats.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talus/core/check.h"
#include "talus/run/stat_columns.h"

namespace talus::run {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// The first columns of every row.
enum : std::size_t { time_column, step_column, frame_column, dt_column };
const std::vector<std::string> first_columns{"time [s]", "step", "frame", "dt [s]"};

double numberOf(const method::Cell& cell) {
    return std::visit([](auto value) { return static_cast<double>(value); }, cell);
}

}  // namespace

LiveStats::LiveStats(const Session& session, std::size_t max_rows) : max_rows_(max_rows) {
    TALUS_ASSERT(max_rows_ >= 8, "too few rows to thin out");
    follow(session);
}

/// Takes the columns of the present simulation, and counts its stages from now on.
void LiveStats::follow(const Session& session) {
    const scene::Simulation& simulation = session.simulation();
    auto known = session.stepper().columns(simulation);
    columns_ = known ? std::move(*known) : statColumns(simulation);
    results_ = resultNames(columns_);
    last_step_ = session.step();
    last_stage_seconds_ = stageSeconds(simulation);
    nameColumns(simulation);
}

void LiveStats::nameColumns(const scene::Simulation& simulation) {
    if (rows_.rows.empty()) rows_.columns = first_columns;
    std::vector<std::string> names = results_;
    addStageColumns(simulation, names);
    table_columns_.clear();
    for (const std::string& name : names) table_columns_.push_back(columnOf(name));
}

/// The index of a column in the table; adds it where it is new.
std::size_t LiveStats::columnOf(const std::string& name) {
    const auto found = std::find(rows_.columns.begin(), rows_.columns.end(), name);
    const auto index = static_cast<std::size_t>(found - rows_.columns.begin());
    if (found == rows_.columns.end()) rows_.columns.push_back(name);
    return index;
}

void LiveStats::replaced(Session& session) {
    went_back_to_ = session.time();
    follow(session);
    table_.reset();
}

/// Drops the rows at a time or later [s].
void LiveStats::dropFrom(double time) {
    auto& rows = rows_.rows;
    while (!rows.empty() && rows.back()[time_column] >= time) rows.pop_back();
    if (rows.empty()) stride_ = 1;
}

Status LiveStats::frameEnded(Session& session) {
    const scene::Simulation& simulation = session.simulation();
    const std::uint64_t step = session.step();
    if (went_back_to_) dropFrom(std::nextafter(*went_back_to_, std::numeric_limits<double>::infinity()));
    went_back_to_.reset();
    dropFrom(session.time());  // frame 0 comes again after a reset
    if (rows_.rows.empty()) nameColumns(simulation);

    std::vector<double> row(rows_.columns.size(), unknown);
    row[time_column] = session.time();
    row[step_column] = static_cast<double>(step);
    row[frame_column] = static_cast<double>(session.frame());
    row[dt_column] = session.clock().dt();
    std::size_t next = 0;
    for (const method::Cell& cell : resultsOf(columns_, results_, simulation.exec(), simulation.world()))
        row[table_columns_[next++]] = numberOf(cell);
    const std::vector<double> seconds = stageSeconds(simulation);
    const auto steps = static_cast<double>(step - std::min(step, last_step_));
    for (std::size_t i = 0; i < seconds.size(); ++i)
        row[table_columns_[next++]] = steps > 0 ? 1e3 * (seconds[i] - last_stage_seconds_[i]) / steps : 0;
    last_step_ = step;
    last_stage_seconds_ = seconds;

    rows_.rows.push_back(std::move(row));
    if (rows_.rows.size() > max_rows_) thin();
    table_.reset();
    return success();
}

/// Leaves at most three quarters of the rows, so that it is rarely needed.
void LiveStats::thin() {
    auto& rows = rows_.rows;
    const std::size_t newest = max_rows_ / 4;
    while (rows.size() > max_rows_ - newest) {
        const auto older = rows.end() - static_cast<std::ptrdiff_t>(newest);
        const auto kept = std::remove_if(rows.begin(), older, [this](const std::vector<double>& row) {
            return static_cast<std::uint64_t>(row[frame_column]) % stride_ != 0;
        });
        rows.erase(kept, older);
        if (rows.size() > max_rows_ - newest) stride_ *= 2;
    }
}

std::shared_ptr<const NumberTable> LiveStats::table() {
    if (table_) return table_;
    for (std::vector<double>& row : rows_.rows) row.resize(rows_.columns.size(), unknown);
    table_ = std::make_shared<const NumberTable>(rows_);
    return table_;
}

}  // namespace talus::run
