#pragma once
#include <optional>
#include <span>
#include <vector>

#include "talus/core/result.h"
#include "talus/geometry/heightfield.h"
#include "talus/geometry/shapes.h"
#include "talus/picture/colour.h"

namespace talus::picture {

/// Ground of columns: a smooth surface through their tops, with closed sides, as a block cut out of the land.
struct Terrain {
    geometry::ColumnGrid grid;
    std::span<const double> height;  ///< [m], one a column; only read while a picture is drawn
    std::vector<Colour> colour;      ///< one a column, or one for all
    std::optional<Colour> side_colour = std::nullopt;  ///< absent: that of the columns at the edge
    double base = 0;                                   ///< the sides go down to here [m]
    /// The block is cut along the sides of this box, of which x and y count; absent: where the columns end.
    std::optional<geometry::Box> cut = std::nullopt;
    std::vector<float> cover;     ///< one a column: how far it looks like grains, 0 to 1; empty: 1 everywhere
    double grain_radius = 0;      ///< [m]; the surface looks like grains of this size; 0: smooth
    float variety = 1;            ///< of the grains' colours around `colour`, 0 to 1 (grainColours)
    double contour_interval = 0;  ///< [m]; lines of equal height at its multiples; 0: none
};

/// Is it fit to be drawn? Errors: Input.
Status checkTerrain(const Terrain& terrain, std::size_t index);
/// From where to where it is drawn in x and y, at most from the first column to the last.
geometry::Box areaOf(const Terrain& terrain);
/// The box around the surface and the sides.
geometry::Box boundsOf(const Terrain& terrain);

}  // namespace talus::picture
