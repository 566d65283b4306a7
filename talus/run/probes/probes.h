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

/// The files of a run's probes, probes/NAME.csv. All of their values are results of the simulation: equal for
/// equal runs, resumed or not. They only look: a run with probes comes to the same state as one without.
class Probes {
  public:
    /// Starts the files, or goes on from the step that the simulation is at, dropping later rows. `note`
    /// hears of rows that are missing or damaged.
    static Result<Probes> open(const Path& run, const scene::Simulation& simulation, bool goes_on,
                               const std::function<void(const std::string&)>& note);

    /// How many steps may be taken at once before they have to look.
    std::uint64_t stepsTo(std::uint64_t step) const;
    /// Whether a run that stops here can go on as if it had not.
    bool mayStop(std::uint64_t step) const;
    /// Looks at the state, which is `stepsTo` steps further at the most, and writes the rows that are due.
    Status look(const scene::Simulation& simulation);
    /// Where a run stops between two rows: a row of what there is so far, which a resumed run takes up.
    Status stop(const scene::Simulation& simulation);
    /// Waits until the disk has all rows.
    Status sync();

  private:
    class File;
    std::vector<std::shared_ptr<File>> files_;
};

}  // namespace talus::run
