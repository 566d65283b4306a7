#pragma once
#include <optional>
#include <vector>

#include "talus/geometry/heightfield.h"

namespace talus::geometry {

/// A hollow of the ground that is filled up to a level from one point on: all that water gets to from there
/// without climbing above the level. Exact for the surface as it is: its triangles below the level hang
/// together where their corners below it do, along their sides.
struct Hollow {
    ColumnGrid grid;
    double level = 0;               ///< [m]
    std::vector<std::uint8_t> wet;  ///< by column: filled
    bool at_edge = false;           ///< it reaches the outermost columns, where the ground ends
    double spill = 0;               ///< the level from which on it does [m]
    double lowest = 0;              ///< height of its lowest column [m]
    double volume = 0;              ///< between the surface and the level [m^3]
    ColumnRange columns;            ///< of the cells that it has a part of

    /// Depth below the level [m]; 0 or less where it is not, and where there is no ground.
    double depth(exec::View<const double> height, double x, double y) const;
    /// The box around it.
    Box bounds() const;
};

/// Nothing where there is no ground at the point, or where that is not below the level.
std::optional<Hollow> hollowAt(const ColumnGrid& grid, exec::View<const double> height, double x, double y,
                               double level);

}  // namespace talus::geometry
