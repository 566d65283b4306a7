#pragma once
#include <string>
#include <utility>
#include <vector>

#include "talus/io/csv.h"
#include "talus/picture/chart.h"
#include "talus/run/folder.h"

namespace talus::run {

/// The names of the probes with files in a run, sorted. Files whose names no scene can give are ignored.
std::vector<std::string> listProbes(const Path& run);

/// The file of a probe.
inline ConfinedPath probeFile(const Path& run, const std::string& name) {
    return layout::probes(run) / (name + ".csv");
}

/// Charts of a probe's values over time, one per unit, each with the end of its file name ("" or
/// "-pressure"). For a flux: volume and volume rate.
std::vector<std::pair<std::string, picture::Chart>> probeCharts(const std::string& name,
                                                                const io::CsvTable& table);

}  // namespace talus::run
