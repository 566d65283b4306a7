#pragma once
#include <limits>

#include "talus/core/result.h"
#include "talus/geometry/heightfield.h"
#include "talus/volume/params.h"

namespace talus::volume {

/// The parts of the ground at the start, in the order in which they are combined: all below `level`, all
/// below the heights, and then body by body.
struct Sources {
    const Volume& volume;
    const geometry::Heightfield* heights = nullptr;
    const std::vector<Shape>& shapes;
};

/// Limits while the cells at the start are made.
struct StartLimits {
    double max_cells =
        std::numeric_limits<double>::infinity();  ///< in blocks that are neither empty nor full
    double memory_bytes = std::numeric_limits<double>::infinity();  ///< of the search for a mesh's triangles
};
/// Number of cells of the box along x, y and z: its sides over the cell, rounded; at least 1.
/// @pre min < max, cell > 0
std::array<std::uint32_t, 3> cellsOfBox(const Volume& volume);

/// The grid of whole blocks that contain the box. @pre min < max, cell > 0
geometry::BlockGrid gridOf(const Volume& volume);

/// Computes the filled share of each cell. The level is exact; heights are sampled at 4^2 points per cell,
/// bodies at 4^3 points, closed meshes along 4^2 vertical lines. Error (Input) as soon as a limit is
/// exceeded.
/// @pre the meshes of the shapes are loaded
Result<Start> makeStart(const Sources& sources, const StartLimits& limits = {});

/// Ground at the start [m^3].
double volumeOf(const Start& start);

}  // namespace talus::volume
