#pragma once
#include <optional>

#include "talus/core/number_table.h"
#include "talus/picture/chart.h"

namespace talus::couple::granular {

/// The mass of free grains, in the ground and removed by sinks, and the sum; nothing if all of it is always
/// free grains.
std::optional<picture::Chart> massChart(const NumberTable& stats);

}  // namespace talus::couple::granular
