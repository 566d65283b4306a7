#pragma once
#include "talus/geometry/mesh/mesh.h"

namespace talus::geometry {

/// Makes coordinates equal that differ only by round-off: along each axis, neighbouring values that differ by
/// at most 1e-12 of the mesh's longest side, or by four units in the last place of its largest coordinate.
/// Without this, a program that computes sin(pi) for one triangle and 0 for the next writes two points for
/// one, and the surface is not closed. @pre the points are finite
void snapPoints(Mesh& mesh);

}  // namespace talus::geometry
