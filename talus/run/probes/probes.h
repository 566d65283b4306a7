#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "talus/io/csv.h"
#include "talus/run/folder.h"
#include "talus/run/probes/crossings.h"
#include "talus/run/probes/probe_value.h"
#include "talus/run/probes/schedule.h"
#include "talus/scene/simulation.h"

namespace talus::run {

/// The files of a run's probes, probes/NAME.csv. All values are results of the simulation: they are equal for
/// equal runs, resumed or not. Probes do not change the state of the run.
class Probes {
  public:
    /// Starts the files, or continues them from the simulation's step and drops later rows. `note` gets
    /// reports of missing or damaged rows.
    static Result<Probes> open(const Path& run, const scene::Simulation& simulation, bool resumed,
                               const std::function<void(const std::string&)>& note);

    /// The maximum number of steps until the next sample.
    std::uint64_t stepsTo(std::uint64_t step) const;
    /// Whether a run that stops at this step can be resumed with the same results.
    bool mayStop(std::uint64_t step) const;
    /// Samples the state if a sample is due, and writes the rows that are due. @pre at most `stepsTo` steps
    /// since the last call
    Status sample(const scene::Simulation& simulation);
    /// Where a run stops between two rows: writes a row of the values so far, from which a resumed run
    /// continues.
    Status stop(const scene::Simulation& simulation);
    /// Waits until all rows are on the disk.
    Status sync();

  private:
    class File;
    std::vector<std::shared_ptr<File>> files_;
};

}  // namespace talus::run
