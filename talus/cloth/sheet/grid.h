#pragma once
#include "talus/cloth/sheet/build.h"

namespace talus::cloth {

/// The points and triangles of one copy of a sheet in its own frame, before it is turned and moved.
geometry::Mesh shapeOf(const Sheet& sheet);

/// The springs of one copy. Their stiffness follows from the area that they stand for, so that it does not
/// depend on the number of points: k = K (area) / length^2 (Van Gelder 1998, "Approximate simulation of
/// elastic membranes by triangulated spring meshes"). For a square grid k = K.
std::vector<BuiltSpring> springsOf(const Sheet& sheet, const geometry::Mesh& shape);

/// The hinges of one copy.
std::vector<BuiltHinge> hingesOf(const Sheet& sheet, const geometry::Mesh& shape);

/// Which corners and edges each triangle brings into a search: each corner and edge of the mesh is brought
/// in by one of its triangles. Bits as in fields::owned; edge k goes from corner k to corner k + 1.
std::vector<std::uint8_t> ownedBy(const std::vector<std::array<std::uint32_t, 3>>& triangles,
                                  std::size_t points);

}  // namespace talus::cloth
