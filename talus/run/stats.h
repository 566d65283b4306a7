#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "talus/io/csv.h"
#include "talus/run/folder.h"
#include "talus/scene/simulation.h"

namespace talus::run {

/// stats.csv: one row per frame. All columns except the last ones (wall-clock seconds, steps/s and the time
/// of each stage) are results of the simulation: they are equal for equal runs, resumed or not.
class StatsWriter {
  public:
    /// Starts the table, or continues it after the row of frame `after` and drops later rows. `note` gets
    /// reports of missing or damaged rows.
    static Result<StatsWriter> open(const Path& run, const scene::Simulation& simulation,
                                    std::optional<std::uint64_t> after,
                                    const std::function<void(const std::string&)>& note = {});
    /// open() for a run by another engine. `columns` are those of the simulation's methods, in their order,
    /// as far as their values are known; the times of stages are zero.
    static Result<StatsWriter> openForOther(const Path& run, const scene::Simulation& simulation,
                                            std::vector<method::Columns> columns,
                                            std::optional<std::uint64_t> after,
                                            const std::function<void(const std::string&)>& note = {});

    Status write(const scene::Simulation& simulation);

    /// Names, with units, and values of the last row's results.
    const std::vector<std::string>& names() const { return names_; }
    const std::vector<method::Cell>& results() const { return results_; }

    /// Waits until all rows are on the disk.
    Status sync() { return file_.sync(); }

    /// Wall-clock time of the run so far, over all its sessions [s].
    double wallSeconds() const;

  private:
    enum class Engine { Own, Other };
    static Result<StatsWriter> open(const Path& run, const scene::Simulation& simulation,
                                    std::vector<method::Columns> columns, std::optional<std::uint64_t> after,
                                    Engine engine, const std::function<void(const std::string&)>& note);
    StatsWriter(io::CsvFile file, const scene::Simulation& simulation, std::vector<method::Columns> columns,
                double earlier_seconds, Engine engine);
    io::CsvFile file_;
    std::vector<method::Columns> columns_;
    std::vector<std::string> names_;  ///< of the results
    std::vector<method::Cell> results_;
    Engine engine_;
    double earlier_seconds_;
    double started_;               ///< monotonic clock [s]
    double last_time_;             ///< of the last row, monotonic clock [s]
    std::uint64_t last_step_ = 0;  ///< of the last row
    std::vector<double> last_stage_seconds_;
};

}  // namespace talus::run
