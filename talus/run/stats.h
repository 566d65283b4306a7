#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "talus/io/csv.h"
#include "talus/run/folder.h"
#include "talus/scene/simulation.h"

namespace talus::run {

/// stats.csv: a row a frame. All columns but the last ones (wall-clock seconds, steps/s and the time of
/// each stage) are results of the simulation: equal for equal runs, resumed or not.
class StatsWriter {
  public:
    /// Whose steps the rows are about. Another engine's springs are not known, nor what its stages cost:
    /// there is no column `elastic` then, and none for stages.
    enum class Engine { Own, Other };

    /// Starts the table, or goes on after the row of frame `after`, dropping later ones. `note` hears of rows
    /// that are missing or damaged.
    static Result<StatsWriter> open(const Path& run, const scene::Simulation& simulation,
                                    std::optional<std::uint64_t> after, Engine engine = Engine::Own,
                                    const std::function<void(const std::string&)>& note = {});

    Status write(const scene::Simulation& simulation, const grains::Measures& measures);

    /// Waits until the disk has all rows.
    Status sync() { return file_.sync(); }

    /// Wall-clock time of the run so far, over all its sessions [s].
    double wallSeconds() const;

  private:
    StatsWriter(io::CsvFile file, const scene::Simulation& simulation, double earlier_seconds, Engine engine);
    io::CsvFile file_;
    Engine engine_;
    double earlier_seconds_;
    double started_;               ///< monotonic clock [s]
    double last_time_;             ///< of the last row, monotonic clock [s]
    std::uint64_t last_step_ = 0;  ///< of the last row
    std::vector<double> last_stage_seconds_;
};

}  // namespace talus::run
