#pragma once
#include <optional>
#include <vector>

#include "talus/geometry/heightfield.h"

namespace talus::geometry {

/// A depression of the ground, filled with water to a level from one point: everything that water reaches
/// from there without rising above the level. Exact for the triangulated surface: parts of triangles below
/// the level are connected where their corners below it are, along sides of triangles.
struct Hollow {
    ColumnGrid grid;
    double level = 0;               ///< [m]
    std::vector<std::uint8_t> wet;  ///< for each column whether it is below the level and reached
    bool at_edge = false;           ///< whether it reaches the outermost columns, where the ground ends
    double spill = 0;               ///< the lowest level at which it reaches them [m]
    double lowest = 0;              ///< height of its lowest column [m]
    double volume = 0;              ///< between the surface and the level [m^3]
    ColumnRange columns;            ///< of the cells that it overlaps

    /// Depth of the ground below the level [m]; 0 or less outside of the depression and where there is no
    /// ground.
    double depth(exec::View<const double> height, double x, double y) const;
    /// Its bounding box.
    Box bounds() const;
};

/// The depression around (x, y). Nothing where there is no ground there, or where it is not below the level.
std::optional<Hollow> hollowAt(const ColumnGrid& grid, exec::View<const double> height, double x, double y,
                               double level);

}  // namespace talus::geometry
