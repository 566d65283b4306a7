#pragma once
#include "talus/grains/plot/repose.h"
#include "talus/picture/chart.h"

namespace talus::grains {

/// The surface of a heap with the line that was fitted to its flank.
picture::Chart heapChart(const Repose& repose);

}  // namespace talus::grains
