#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <btBulletCollisionCommon.h>

#include "talus/environment/wall_faces.h"
#include "talus/geometry/heightfield.h"
#include "talus/geometry/posed_solid.h"
#include "talus/solids/bullet.h"
#include "talus/solids/convex_parts.h"
#include "talus/solids/touch/allowed_normal.h"
#include "talus/solids/touch/box_contact.h"

/// Shapes of bodies, walls and ground for Bullet. Its tolerances are absolute, and made for bodies of about a
/// metre, so all lengths are in a unit that is the size of the bodies.
namespace talus::solids {

/// The triangle of a surface at a contact. @param index of Bullet's triangle
/// @param at the position of the contact, in the frame of the shape [units]
using TriangleAt = std::function<SurfaceTriangle(int index, const Vec3d& at)>;

/// A shape with the data to which it refers, and its pose in the frame of the body or wall.
struct CollisionShape {
    std::shared_ptr<btCollisionShape> shape;
    btTransform pose{btTransform::getIdentity()};
    std::optional<PosedBox> plate{};  ///< in the frame of the wall [units]: a box without thickness
    TriangleAt triangle{};            ///< of a surface of triangles
};

/// The shape of a free body. @param unit length of one unit of Bullet [m] @pre it is not a mesh
CollisionShape shapeOf(const geometry::Solid& solid, double unit);

/// The hulls of convex parts.
std::vector<CollisionShape> shapesOf(const ConvexParts& parts, double unit);

/// The shapes of faces of one wall. Round hollow faces (inner sides of spheres, tubes, cones) become
/// triangles whose corners are on the face.
std::vector<CollisionShape> shapesOf(const std::vector<environment::WallFace>& faces, double unit);

/// The surface of ground. @param heights of its columns [units]; the shape refers to them, and they may
/// change
CollisionShape groundShape(const geometry::ColumnGrid& grid, const std::vector<double>& heights, double unit);

}  // namespace talus::solids
