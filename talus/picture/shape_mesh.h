#pragma once
#include "talus/geometry/mesh/mesh.h"
#include "talus/picture/picture.h"

/// Triangles of shapes that the shaders do not know. Corners run counter-clockwise seen from where the
/// normals point to.
namespace talus::picture {

/// Adds the triangles of another mesh. @pre both have one colour for all, or `to` is empty
void append(Mesh& to, const Mesh& from);
/// The same seen from the other side.
Mesh turnedOver(Mesh mesh);

/// Normals away from the axis.
Mesh coneMesh(const geometry::Cone& cone);
/// A flat ring, or a disc where hole is 0; normals along `normal`.
Mesh discMesh(const geometry::Disc& disc);
/// A ring with a round section, such as the rim of a funnel. @param thickness radius of the section
Mesh rimMesh(const Vec3d& centre, const Vec3d& axis, double radius, double thickness);
/// Normals along u x v.
Mesh rectangleMesh(const geometry::Rectangle& rectangle);
Mesh capsuleMesh(const geometry::Capsule& capsule);
/// Every triangle flat.
Mesh facetedMesh(const geometry::Mesh& mesh);
Mesh sphereMesh(const geometry::Sphere& sphere);

}  // namespace talus::picture
