#pragma once
#include "talus/couple/erosion/volume/edit_cells.h"

namespace talus::couple::erosion {

/// Loose ground falls by one cell, as far as the cell below it has capacity. Columns are done from the bottom
/// up, so that a falling cell stays compact. At one cell per call, water has time to flow out of the way.
void fallLoose(EditCells& cells);

/// Loose ground that is steeper than its angle of repose slides to the neighbouring columns, as on a
/// heightfield (bed/slide_bed.h). Each of the n neighbours that are too low gets 0.4 / n of the mean excess
/// height.
/// @param steepest tangent of the angle of repose
void slideLoose(EditCells& cells, double max_slope);

}  // namespace talus::couple::erosion
