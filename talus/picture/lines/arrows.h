#pragma once
#include <span>
#include <vector>

#include "talus/picture/picture.h"

namespace talus::picture {

/// An arrow from a point, with a head at its end.
struct Arrow {
    Vec3d from;    ///< m
    Vec3d vector;  ///< from there to the tip [m]
};

/// The arrows as one mesh. Arrows of no length are left out. @param radius of a shaft [m], > 0; short arrows
/// have thinner ones, so that all look like arrows
Mesh arrowsMesh(std::span<const Arrow> arrows, double radius, Colour colour);

/// Indices of at most `most` points, evenly distributed over the space that the points fill: one
/// in each cell of a cubic grid.
struct Thinned {
    std::vector<std::size_t> index;  ///< rising
    double spacing = 0;              ///< edge of the cells [m]; 0: all points are there
};
Thinned thinnedEvenly(std::span<const Vec3d> points, std::size_t most);

}  // namespace talus::picture
