#pragma once
#include "talus/exec/buffer.h"
#include "talus/geometry/heightfield.h"
#include "talus/state/points.h"

namespace talus::method {

/// Adds the grains that lie on the ground to the heights. The volume of a grain, divided by the packing
/// fraction, is spread over the columns under it in proportion to its thickness there. Grains are added from
/// the lowest up. A grain whose bottom is more than its diameter above the heights so far is in flight and is
/// left out. Error (Input) where the frame has no radius.
/// @param packing packing fraction of a heap, in (0, 1]
Status addLyingGrains(const geometry::ColumnGrid& grid, exec::View<double> heights,
                      const state::PointsView& grains, double packing = 0.6);

}  // namespace talus::method
