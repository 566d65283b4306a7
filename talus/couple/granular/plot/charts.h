#pragma once
#include "talus/couple/granular/plot/repose.h"
#include "talus/picture/chart.h"

namespace talus::couple::granular {

/// The surface of a heap with the line that was fitted to its flank.
picture::Chart heapChart(const Repose& repose);

}  // namespace talus::couple::granular
