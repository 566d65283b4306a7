#pragma once
#include <vector>

#include "talus/method/method.h"
#include "talus/state/points.h"

namespace talus::grains {

/// The grains of the plotted frame; null if there are none.
const state::PointsView* grainsOf(const method::PlotInput& run);

/// What `talus plot` shows of grains over time.
std::vector<method::Plot> plots();

}  // namespace talus::grains
