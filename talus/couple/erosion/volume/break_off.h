#pragma once
#include "talus/couple/erosion/volume/edit_cells.h"

namespace talus::couple::erosion {

/// Ground that hangs over too far breaks off: firm ground becomes loose.
///
/// A cantilever of length L and thickness t weighs rho g L t per width. At its root the cohesion c holds it
/// over the section t. So it fails in shear where L > c / (rho g), whatever its thickness (Thorne and Tovey
/// 1981, "Stability of composite river banks"). The length of a hanging cell is that of the shortest path
/// through firm cells to a supported one, with ground below it down to the bottom of the grid. Only
/// horizontal steps of the path count. An arch, supported at two ends, may therefore span twice as far. Where
/// a cell is too far from its support, the cells on its path break off too. A cell without a path has
/// infinite length.
/// @param max_length c / (rho g) [m]
void breakOff(EditCells& cells, double max_length);

}  // namespace talus::couple::erosion
