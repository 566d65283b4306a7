#pragma once
#include "talus/exec/buffer.h"
#include "talus/geometry/heightfield.h"
#include "talus/state/points.h"

namespace talus::method {

/// Heights with the grains that lie on the ground spread over the columns below them: each as its volume over
/// the packing fraction, over its footprint by its thickness there. From the lowest grain up; one that is
/// further above what lies there than its own diameter flies, and is left out. Error (Input) when the frame
/// has no radius.
/// @param packing share of a heap's volume that is grains, in (0, 1]
Status addLyingGrains(const geometry::ColumnGrid& grid, exec::View<double> heights,
                      const state::PointsView& grains, double packing = 0.6);

}  // namespace talus::method
