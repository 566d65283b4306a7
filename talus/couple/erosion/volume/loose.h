#pragma once
#include "talus/couple/erosion/volume/edit_cells.h"

namespace talus::couple::erosion {

/// What is loose falls by a cell, where there is room below it: column by column, from the bottom up. So a
/// cell that falls stays one, and water has the time to give way.
void fallLoose(EditCells& cells);

/// What is loose and lies steeper than its repose slides to the columns around, as on a heightfield
/// (bed/slide_bed.h): of n that lie too low each gets 0.4 / n of the mean excess.
/// @param steepest tangent of the angle of repose
void slideLoose(EditCells& cells, double steepest);

}  // namespace talus::couple::erosion
