#pragma once
#include "talus/geometry/mesh/mesh.h"

namespace talus::geometry {

/// Gives coordinates that differ by round-off alone one value: along each axis, those that lie within 1e-12
/// of the mesh's longest side of each other, or within four units in the last place of its farthest point. A
/// program that computes sin(pi) for one triangle and 0 for the next writes two points where one is meant,
/// and the surface is not closed. @pre the points are finite
void snapPoints(Mesh& mesh);

}  // namespace talus::geometry
