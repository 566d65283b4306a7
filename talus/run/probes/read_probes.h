#pragma once
#include <string>
#include <utility>
#include <vector>

#include "talus/io/csv.h"
#include "talus/picture/chart.h"
#include "talus/run/folder.h"

namespace talus::run {

/// The names of the probes that a run has files of, in order; no others than a scene can give.
std::vector<std::string> listProbes(const Path& run);

/// The file of a probe.
inline ConfinedPath probeFile(const Path& run, const std::string& name) {
    return layout::probes(run) / (name + ".csv");
}

/// What a probe measured over time: a chart for values of each unit, with the end of its file's name, "" or
/// "-pressure". Of a flux its volume and rate.
std::vector<std::pair<std::string, picture::Chart>> probeCharts(const std::string& name,
                                                                const io::CsvTable& table);

}  // namespace talus::run
