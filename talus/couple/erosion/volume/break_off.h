#pragma once
#include "talus/couple/erosion/volume/edit_cells.h"

namespace talus::couple::erosion {

/// Ground that hangs over too far breaks off: it becomes loose.
///
/// A cantilever of length L and thickness t is held at its root by cohesion c over a section t, and weighs
/// rho g L t: it shears off from L = c / (rho g) on, whatever its thickness (Thorne and Tovey 1981,
/// "Stability of composite river banks", shear failure). So each cell that hangs over has a length: that of
/// the shortest way through firm ground to a cell that stands on ground down to the bottom of the grid, where
/// steps up and down count nothing and level ones their length. An arch so spans twice as far. Of a
/// cantilever too long all breaks off that is held by its root. What is held by nothing is infinitely long.
/// @param longest c / (rho g) [m]
void breakOff(EditCells& cells, double longest);

}  // namespace talus::couple::erosion
