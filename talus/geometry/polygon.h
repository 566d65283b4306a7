#pragma once
#include <span>

#include "talus/geometry/mesh/mesh.h"

namespace talus::geometry {

/// Polygons with more corners are cut only where they are convex: at worst the time grows with the cube.
constexpr std::size_t max_concave_corners = 500;

/// What is wrong with a face that triangulate() turns down.
constexpr const char* no_triangles =
    "is a polygon that touches or crosses itself, or is not convex and has more than 500 corners; have the "
    "program that made the mesh cut its faces into triangles";

/// Cuts a polygon, about level and simple, into triangles that run round as it does: a fan where it is
/// convex, else ear by ear (Meisters 1975, Am. Math. Mon. 82, 648). Corners are indices of points; where one
/// is of no point the polygon becomes a fan. False: it crosses itself, or has too many corners.
bool triangulate(std::span<const Vec3d> points, std::span<const std::uint32_t> corners,
                 std::vector<std::array<std::uint32_t, 3>>& triangles);

}  // namespace talus::geometry
