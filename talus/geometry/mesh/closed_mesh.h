#pragma once
#include <cstddef>

#include "talus/geometry/mesh/mesh.h"

namespace talus::geometry {

/// Sides of triangles without another triangle that has the same side the other way round: 0 where the
/// surface is closed, and all of its triangles agree on which side is out. Points at the same place count as
/// one.
std::size_t openSides(const Mesh& mesh);

/// Whether a point is inside of a closed mesh: a line upwards from it leaves an odd number of times (Jordan's
/// theorem). Of a point exactly below an edge it may be wrong.
bool encloses(const Mesh& mesh, const Vec3d& p);

/// What a closed mesh encloses [m^3]; negative where its triangles agree that the inside is out.
double volumeOf(const Mesh& mesh);

/// Its parts that no triangle joins, by their first triangles; points at the same place count as one.
std::vector<Mesh> partsOf(const Mesh& mesh);

}  // namespace talus::geometry
