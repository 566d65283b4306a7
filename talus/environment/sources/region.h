#pragma once
#include <memory>
#include <string>

#include "talus/geometry/mesh/mesh.h"
#include "talus/geometry/shapes.h"

namespace talus::environment {

/// A place with an extent, where something comes in. What a method makes there derives from this, and gets
/// the keys of its shapes by regionRows().
struct Region {
    enum class Shape {
        Point,
        Line,
        Disc,
        Rectangle,
        Sphere,
        Box,
        Cylinder,
        Capsule,
        MeshSurface,
        MeshVolume,
        Elsewhere  ///< no place of its own: a coupling says where
    };
    Shape shape = Shape::Disc;
    Vec3d centre;        ///< Point, Disc, Rectangle, Sphere; Line, Capsule: one end; Cylinder: its lower one
    Vec3d end{1, 0, 0};  ///< Line, Capsule: the other end [m]
    Vec3d direction{0, 0, 1};  ///< of what comes out; Disc, Rectangle: their normal too; of any length
    Vec3d axis{0, 0, 1};       ///< Cylinder: from its lower end on, of any length
    double radius = 0.1;       ///< Disc, Sphere, Cylinder, Capsule [m], >= 0
    double width = 0.2;        ///< Rectangle: of its level side; along x where it lies flat [m], > 0
    double height = 0.2;       ///< Rectangle: of its other side; Cylinder: along its axis [m], > 0
    bool hollow = false;       ///< Disc: its rim; Sphere, Cylinder, Capsule: the round surface alone
    geometry::Box box;         ///< Box
    std::string file{};        ///< MeshSurface, MeshVolume: path of an STL, OBJ or PLY file
    double scale = 1;          ///< of the file's points, > 0,
    Vec3d position;            ///< then displaced [m]
    std::shared_ptr<const geometry::Mesh> mesh{};  ///< loaded and placed (method/read_region.h)

    bool isFlat() const { return shape == Shape::Disc || shape == Shape::Rectangle; }
    bool isMesh() const { return shape == Shape::MeshSurface || shape == Shape::MeshVolume; }
};

/// Three directions of unit length at right angles: `along` is the normal of a flat region, the axis of a
/// long one; `u` is level where the region is a rectangle, and its width lies along it.
struct RegionAxes {
    Vec3d along, u, v;
};
RegionAxes axesOf(const Region& region);

/// Of these, all but the last two ask for a shape that has a place, and a mesh where it needs one.
Vec3d middleOf(const Region& region);
/// The point of it that is farthest in a direction; of several, one in the middle of them.
Vec3d farthestIn(const Region& region, const Vec3d& direction);
geometry::Box boundsOf(const Region& region);
/// Radius of the smallest ball around the middle that holds all of it [m].
double reachOf(const Region& region);
/// Whether a point is inside of a solid region: a sphere, a box, a cylinder, a capsule or a closed mesh. What
/// lies on its surface is not.
bool contains(const Region& region, const Vec3d& p);
/// Of a flat region [m^2]; 0 of others.
double areaOf(const Region& region);
/// Of a solid region [m^3]; 0 of others.
double volumeOf(const Region& region);

}  // namespace talus::environment
