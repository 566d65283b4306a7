#pragma once
#include "talus/picture/tint.h"

/// Conversion of a frame's meshes and lines to triangles for drawing.
namespace talus::picture {

/// A smooth surface: the normal at a point is the mean of the normals of its triangles,
/// weighted by area.
/// @pre mesh consists of triangles, and their corners are indices of its points
Mesh surfaceMesh(const state::MeshView& mesh, const Tint& tint = {});

/// Lines as tubes. The ends of a tube are open; the caller closes them with balls of the same radius
/// (Spheres with `grain` 0). @param radius [m], > 0
/// @pre mesh consists of lines, and their ends are indices of its points
Mesh tubeMesh(const state::MeshView& lines, double radius, const Tint& tint = {});

}  // namespace talus::picture
