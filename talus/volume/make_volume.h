#pragma once
#include "talus/geometry/heightfield.h"
#include "talus/volume/params.h"

namespace talus::volume {

/// What a volume is made of, in the order in which it is put together: all below `level`, all below the
/// heights, and then body by body.
struct Sources {
    const Volume& volume;
    const geometry::Heightfield* heights = nullptr;
    const std::vector<Shape>& shapes;
};

/// The grid of a volume's box: of its cells, whole blocks that hold it. @pre min < max, cell > 0
geometry::BlockGrid gridOf(const Volume& volume);

/// How full each cell is. Levels and heights are cut off exactly; bodies by 4^3 points in a cell; closed
/// meshes along 4^2 lines, each from where it goes in to where it comes out.
/// @pre what shapes need is loaded
Start makeStart(const Sources& sources);

/// Ground at the start [m^3].
double volumeOf(const Start& start);

}  // namespace talus::volume
