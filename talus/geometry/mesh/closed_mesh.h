#pragma once
#include <cstddef>

#include "talus/geometry/mesh/mesh.h"

namespace talus::geometry {

/// Number of sides of triangles that no other triangle has in the opposite direction: 0 where the surface is
/// closed and its triangles are oriented consistently. Points at the same position count as one.
std::size_t openSides(const Mesh& mesh);

/// Whether a point is inside of a closed mesh: a ray upwards from it crosses the mesh an odd number of times
/// (Jordan's theorem), edges and corners above it included. A point on the mesh may be either.
bool encloses(const Mesh& mesh, const Vec3d& p);

/// The volume of a closed mesh [m^3]; negative where its triangles face inwards.
double volumeOf(const Mesh& mesh);

/// Its connected parts, in the order of their first triangles. Points at the same position count as one.
std::vector<Mesh> partsOf(const Mesh& mesh);

}  // namespace talus::geometry
