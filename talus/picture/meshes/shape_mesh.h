#pragma once
#include "talus/geometry/mesh/mesh.h"
#include "talus/picture/picture.h"

/// Triangles of shapes that have no shader of their own. Seen from the side that the normals point to,
/// corners run counter-clockwise.
namespace talus::picture {

/// Adds the triangles of another mesh. @pre both have one colour for all, or `to` is empty
void append(Mesh& to, const Mesh& from);
/// The same surface with opposite normals.
Mesh flipped(Mesh mesh);

/// Normals away from the axis.
Mesh coneMesh(const geometry::Cone& cone);
/// A flat ring, or a disc if `hole` is 0. Normals along `normal`.
Mesh discMesh(const geometry::Disc& disc);
/// A ring with a circular cross-section (a torus), such as the rim of a funnel. @param thickness radius of
/// the cross-section
Mesh rimMesh(const Vec3d& centre, const Vec3d& axis, double radius, double thickness);
/// Normals along u x v.
Mesh rectangleMesh(const geometry::Rectangle& rectangle);
Mesh capsuleMesh(const geometry::Capsule& capsule);
/// Flat triangles, without smoothing of normals.
Mesh facetedMesh(const geometry::Mesh& mesh);
Mesh sphereMesh(const geometry::Sphere& sphere);

}  // namespace talus::picture
