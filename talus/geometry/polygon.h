#pragma once
#include <span>

#include "talus/geometry/mesh/mesh.h"

namespace talus::geometry {

/// Polygons with more corners must be convex: the time for others can grow with the cube of the corners.
constexpr std::size_t max_concave_corners = 500;

/// The message for a face that triangulate() refuses, as the rest of a sentence.
constexpr const char* cannot_triangulate =
    "is a polygon that touches or crosses itself, or is not convex and has more than 500 corners; convert "
    "the faces to triangles in the program that made the mesh";

/// Cuts a polygon that is nearly plane and simple into triangles of the same orientation: a fan where it is
/// convex, else by cutting off ears (Meisters 1975, Am. Math. Mon. 82, 648). Corners are indices of points;
/// where an index is out of range the polygon becomes a fan. False: it crosses itself, or has too many
/// corners.
bool triangulate(std::span<const Vec3d> points, std::span<const std::uint32_t> corners,
                 std::vector<std::array<std::uint32_t, 3>>& triangles);

}  // namespace talus::geometry
