#pragma once
#include <array>
#include <optional>
#include <vector>

#include "talus/math/vec.h"

/// Which normals contacts with a surface of triangles may have.
///
/// A body that rests on a surface overlaps it a little. Where it reaches past the edge of a triangle by less
/// than that, the shortest way out of this triangle is sideways, and the body that slides over the surface is
/// stopped by edges that no one can see. So a normal counts only if it points from the contact into free
/// space: inside of a triangle it is that of the triangle; at an edge it is between those of its two
/// triangles, if the edge is convex (its Voronoi region), else that of one of them. Other normals become the
/// nearest of these.
namespace talus::solids {

/// A triangle of a surface with what is beside it.
struct SurfaceTriangle {
    std::array<Vec3d, 3> corners;
    /// Of the triangle on the other side of the edge from corner k to the next one, the corner that is not on
    /// the edge; none: the surface ends there.
    std::array<std::optional<Vec3d>, 3> beside{};
    bool solid_behind = false;  ///< whether only its front, from which its corners turn left, is free
};

/// Triangles of a mesh with what is beside each. An edge of more than two triangles counts as their end.
/// @param corners of each triangle, in its order
std::vector<SurfaceTriangle> surfaceTriangles(const std::vector<std::array<Vec3d, 3>>& corners);

/// The nearest normal that a contact may have. All is in the frame of the surface.
/// @param at the position of the contact @param normal unit, from the surface
/// @param body a point of the body: on which side of the surface it is
/// @param near distance up to which a position is on an edge
Vec3d allowedNormal(const SurfaceTriangle& triangle, const Vec3d& at, const Vec3d& normal, const Vec3d& body,
                    double near);

}  // namespace talus::solids
