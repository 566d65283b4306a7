#include "talus/engines/lammps/lammps_columns.h"

#include <algorithm>
#include <limits>

namespace talus::engines {

std::vector<method::Columns> knownColumns(const scene::Simulation& simulation, const bool& springs_known) {
    std::vector<method::Columns> known;
    for (const scene::Running& running : simulation.methods())
        for (method::Columns& columns : running.instance->columns()) known.push_back(std::move(columns));
    for (method::Columns& sums : known) {
        const auto elastic = std::find(sums.names.begin(), sums.names.end(), "elastic [J]");
        if (elastic == sums.names.end()) continue;
        sums.values = [whole = std::move(sums.values), at = elastic - sums.names.begin(), &springs_known](
                          const exec::Exec& exec, const state::World& world,
                          std::vector<method::Cell>& values) {
            const auto first = static_cast<std::ptrdiff_t>(values.size());
            whole(exec, world, values);
            if (!springs_known)
                values[static_cast<std::size_t>(first + at)] = std::numeric_limits<double>::quiet_NaN();
        };
    }
    return known;
}

}  // namespace talus::engines
