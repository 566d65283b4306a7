#pragma once
#include <cstddef>
#include <memory>
#include <vector>

#include "talus/geometry/mesh/mesh.h"

namespace talus::solids {

/// A solid as convex parts that together contain it, and do not overlap each other.
struct ConvexParts {
    std::vector<std::vector<Vec3d>> corners;  ///< of the hull of each part [m]
    double added = 0;  ///< volume of the parts outside of the solid, as a share of the solid's
};

/// Share of the solid's volume that parts may add: convexParts() stops there. Chosen: in a pot with walls of
/// 15 mm it leaves at most a rounding of 6 mm between wall and floor.
constexpr double most_added = 0.005;

/// Parts of the solid in a closed mesh. Planes cut space into cells, and each part is the hull of the solid
/// in one cell, so the parts lack nothing of it. What is cut next is the part whose hull adds most, by the
/// plane that minimises, among planes at its hollow edges and across the axes,
///
///     V(hull left) + V(hull right) + 0.05 |V(left) - V(right)| + 0.05 V s
///
/// with the share s of hollow edges that the plane leaves to the halves (one that it cuts in two is left to
/// both, one in the plane to none); after Mamou ("Volumetric Hierarchical Approximate Convex Decomposition",
/// Game Engine Gems 3, 2016), whose weight of balance this is. The check of a scene with a mesh of 5,088
/// triangles in 64 parts takes 2.5 s of processor time (talus check scenes/bunny-in-sand.toml).
/// @param most parts at most, >= 1; 1: the hull of all
ConvexParts convexParts(const geometry::Mesh& mesh, std::size_t most);

/// The same, kept for the last sixteen meshes: a program reads a scene again at every edit, and finds its
/// meshes as they were. Any thread may call it.
std::shared_ptr<const ConvexParts> keptConvexParts(const geometry::Mesh& mesh, std::size_t most);

}  // namespace talus::solids
