#include "talus/run/stats.h"

#include <chrono>
#include <numeric>

#include <fmt/format.h>

#include "talus/run/repair/missing_frames.h"
#include "talus/run/stat_columns.h"

namespace talus::run {
namespace {

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// @param results names of the columns that are results
std::vector<std::string> columnNames(const scene::Simulation& simulation,
                                     const std::vector<std::string>& results) {
    std::vector<std::string> names{"time [s]", "step", "frame", "dt [s]"};
    names.insert(names.end(), results.begin(), results.end());
    names.insert(names.end(), {"wall_clock [s]", "steps_per_second [1/s]"});
    addStageColumns(simulation, names);
    return names;
}

/// Wall-clock seconds in the last row; 0 where there is none. Reports missing rows up to frame `last`.
double earlierSeconds(const Path& run, std::uint64_t last,
                      const std::function<void(const std::string&)>& note) {
    const auto table = io::readCsv(layout::stats(run));
    if (!table) return 0;
    const std::uint64_t first = firstFrame(run), expected = last + 1 - std::min(first, last + 1);
    if (table->rows.size() < expected && note)
        note(fmt::format(
            "'{}' has {} rows, but frames {} to {} have {}; to write the missing rows again, resume from an "
            "earlier frame (--from FRAME, 0 is the start)",
            layout::stats(run).string(), table->rows.size(), first, last, expected));
    const int seconds = table->find("wall_clock");
    if (seconds < 0 || table->rows.empty()) return 0;
    return table->rows.back()[static_cast<std::size_t>(seconds)];
}

std::string textOf(const method::Cell& cell) {
    const auto* count = std::get_if<std::uint64_t>(&cell);
    return count ? fmt::format("{}", *count) : io::csvNumber(std::get<double>(cell));
}

}  // namespace

StatsWriter::StatsWriter(io::CsvFile file, const scene::Simulation& simulation,
                         std::vector<method::Columns> columns, double earlier_seconds, Engine engine)
    : file_(std::move(file)),
      columns_(std::move(columns)),
      names_(resultNames(columns_)),
      engine_(engine),
      earlier_seconds_(earlier_seconds),
      started_(now()),
      last_time_(started_),
      last_step_(simulation.world().step),
      last_stage_seconds_(stageSeconds(simulation)) {}

Result<StatsWriter> StatsWriter::open(const Path& run, const scene::Simulation& simulation,
                                      std::optional<std::uint64_t> after,
                                      const std::function<void(const std::string&)>& note) {
    return open(run, simulation, statColumns(simulation), after, Engine::Own, note);
}

Result<StatsWriter> StatsWriter::openForOther(const Path& run, const scene::Simulation& simulation,
                                              std::vector<method::Columns> columns,
                                              std::optional<std::uint64_t> after,
                                              const std::function<void(const std::string&)>& note) {
    return open(run, simulation, std::move(columns), after, Engine::Other, note);
}

Result<StatsWriter> StatsWriter::open(const Path& run, const scene::Simulation& simulation,
                                      std::vector<method::Columns> columns,
                                      std::optional<std::uint64_t> after, Engine engine,
                                      const std::function<void(const std::string&)>& note) {
    const ConfinedPath path = layout::stats(run);
    std::error_code code;
    const bool reopen = after && std::filesystem::exists(path.path(), code);
    if (code) return io::storageError("read", path, code.value());
    std::vector<std::string> names = columnNames(simulation, resultNames(columns));
    auto file = reopen ? io::CsvFile::reopen(path, names, "frame", static_cast<double>(*after), note)
                       : io::CsvFile::create(path, names);
    if (!file) return file.error();
    const double earlier = after ? earlierSeconds(run, *after, note) : 0;
    return StatsWriter(std::move(*file), simulation, std::move(columns), earlier, engine);
}

double StatsWriter::wallSeconds() const { return earlier_seconds_ + now() - started_; }

Status StatsWriter::write(const scene::Simulation& simulation) {
    const step::Clock& clock = simulation.clock();
    const std::uint64_t step = simulation.world().step;
    const double time = now();
    const auto steps = static_cast<double>(step - last_step_);
    std::vector<std::string> row{fmt::format("{}", clock.time(step)), fmt::format("{}", step),
                                 fmt::format("{}", clock.frame(step)), fmt::format("{}", clock.dt())};
    results_ = resultsOf(columns_, names_, simulation.exec(), simulation.world());
    for (const method::Cell& cell : results_) row.push_back(textOf(cell));
    // Milliseconds are precise enough for the wall clock.
    row.push_back(fmt::format("{:.3f}", wallSeconds()));
    // The rate counts the time of the steps without pictures and files. For another engine that is not known,
    // so all of its time counts.
    const std::vector<double> stages = stageSeconds(simulation);
    double spent = time - last_time_;
    if (engine_ == Engine::Own)
        spent = std::reduce(stages.begin(), stages.end()) -
                std::reduce(last_stage_seconds_.begin(), last_stage_seconds_.end());
    row.push_back(fmt::format("{:.6g}", steps > 0 ? steps / spent : 0.0));
    for (std::size_t i = 0; i < stages.size(); ++i)
        row.push_back(
            fmt::format("{:.4g}", steps > 0 ? 1e3 * (stages[i] - last_stage_seconds_[i]) / steps : 0.0));
    last_time_ = time;
    last_step_ = step;
    last_stage_seconds_ = stages;
    return file_.append(row);
}

}  // namespace talus::run
