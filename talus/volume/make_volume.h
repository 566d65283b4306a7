#pragma once
#include "talus/geometry/heightfield.h"
#include "talus/volume/params.h"

namespace talus::volume {

/// Ground as a density: a share of what is solid at any place, 0 to 1.
using Density = std::function<double(const Vec3d& place)>;

/// What a volume is made of, in the order in which it is put together: all below `level`, all below the
/// heights, what another grid holds, and then body by body.
struct Sources {
    const Volume& volume;
    const geometry::Heightfield* heights = nullptr;
    const Density* density = nullptr;  ///< as a mean over a cell around a place
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
