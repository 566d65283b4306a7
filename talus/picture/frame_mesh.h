#pragma once
#include "talus/picture/tint.h"

/// Conversion of a frame's meshes and lines to triangles for drawing.
namespace talus::picture {

/// A smooth surface: the normal at a point is the mean over its triangles, each by its area.
/// @pre mesh is one of triangles, its corners are points of it
Mesh surfaceMesh(const state::MeshView& mesh, const Tint& tint = {});

/// Lines as tubes. The tubes are open at each point; the caller closes them with balls of the same radius
/// (Spheres with `grain` 0). @param radius [m], > 0
/// @pre mesh is one of lines, its corners are points of it
Mesh tubeMesh(const state::MeshView& lines, double radius, const Tint& tint = {});

}  // namespace talus::picture
