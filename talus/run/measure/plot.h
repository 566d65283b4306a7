#pragma once
#include "talus/io/csv.h"
#include "talus/picture/chart.h"
#include "talus/run/measure/repose.h"

/// The charts of `talus plot`.
namespace talus::run {

/// The energies of a run over time, from the table in stats.csv. Error (Input) when a column is missing.
Result<picture::Chart> energyChart(const io::CsvTable& stats);
/// Grains and contacts over time.
Result<picture::Chart> contactChart(const io::CsvTable& stats);
/// The surface of a heap with the line that was fitted to its flank.
picture::Chart heapChart(const Repose& repose);

}  // namespace talus::run
