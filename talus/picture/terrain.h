#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "talus/core/result.h"
#include "talus/geometry/heightfield.h"
#include "talus/geometry/shapes.h"
#include "talus/picture/colour.h"

namespace talus::picture {

/// Ground made of columns. It is drawn as a block of land: a smooth surface through the tops of the columns,
/// and closed sides.
struct Terrain {
    geometry::ColumnGrid grid;
    std::span<const double> height;  ///< [m], one for each column; only read while a picture is drawn
    std::vector<Colour> colour;      ///< one for each column, or one for all
    std::optional<Colour> side_colour = std::nullopt;  ///< absent: that of the outermost columns
    double base = 0;                                   ///< the lower end of the sides [m]
    /// The block is cut off at the x and y sides of this box. Absent: it ends with the last columns.
    std::optional<geometry::Box> cut = std::nullopt;
    std::vector<float> cover;     ///< how much a column looks like grains, 0 to 1; one for each; empty: 1
    double grain_radius = 0;      ///< [m]; the surface looks like grains of this size; 0: smooth
    float variety = 1;            ///< how much colours of grains differ from `colour`, 0 to 1 (grainColours)
    double contour_interval = 0;  ///< [m]; contour lines at multiples of this height; 0: none
    std::string name{};           ///< of the object in passes; may be empty
};

/// Whether the terrain can be drawn. Errors: Input.
Status checkTerrain(const Terrain& terrain, std::size_t index);
/// The range in x and y that is drawn: from the first column to the last, or less with a cut. z is the base.
geometry::Box areaOf(const Terrain& terrain);
/// The smallest box around the surface and the sides.
geometry::Box boundsOf(const Terrain& terrain);

}  // namespace talus::picture
