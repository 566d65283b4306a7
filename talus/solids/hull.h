#pragma once
#include <vector>

#include "talus/geometry/mesh/mesh.h"
#include "talus/math/vec.h"

namespace talus::solids {

/// Volume of the convex hull of points, by Bullet (Preparata and Hong) [m^3]; 0 where they are in one plane.
/// Bullet finds hulls on a grid of 1e-4 of their size.
double hullVolume(const std::vector<Vec3d>& points);

/// The corners of the convex hull of points.
std::vector<Vec3d> hullCorners(const std::vector<Vec3d>& points);

/// The surface of the convex hull of points, oriented outwards.
geometry::Mesh hullMesh(const std::vector<Vec3d>& points);

}  // namespace talus::solids
