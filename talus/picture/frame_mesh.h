#pragma once
#include "talus/picture/tint.h"

/// Meshes and lines of a frame as triangles to be drawn.
namespace talus::picture {

/// A smooth surface: the normal at a point is the mean over its triangles, each by its area.
/// @pre mesh is one of triangles, its corners are points of it
Mesh surfaceMesh(const state::MeshView& mesh, const Tint& tint = {});

/// Lines as tubes. Where they meet and where they end they are open: balls of the same radius at the points
/// close them (Spheres with `grain` 0). @param radius [m], > 0
/// @pre mesh is one of lines, its corners are points of it
Mesh tubeMesh(const state::MeshView& lines, double radius, const Tint& tint = {});

}  // namespace talus::picture
