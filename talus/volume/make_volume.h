#pragma once
#include <limits>

#include "talus/core/result.h"
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

/// What a start may take while it is made.
struct StartLimits {
    double max_cells =
        std::numeric_limits<double>::infinity();  ///< in blocks that are neither empty nor full
    double memory_bytes = std::numeric_limits<double>::infinity();  ///< of what finds a mesh's triangles
};
/// Cells of the box along x, y and z: as many as come nearest to its sides, 1 at the least.
/// @pre min < max, cell > 0
std::array<std::uint32_t, 3> cellsOfBox(const Volume& volume);

/// The grid of a volume's box: of its cells, whole blocks that hold it. @pre min < max, cell > 0
geometry::BlockGrid gridOf(const Volume& volume);

/// How full each cell is. Levels and heights are cut off exactly; bodies by 4^3 points in a cell; closed
/// meshes along 4^2 lines, each from where it goes in to where it comes out.
/// Error (Input) as soon as there are more cells, or more is needed, than the limits say.
/// @pre what shapes need is loaded
Result<Start> makeStart(const Sources& sources, const StartLimits& limits = {});

/// Ground at the start [m^3].
double volumeOf(const Start& start);

}  // namespace talus::volume
