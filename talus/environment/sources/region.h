#pragma once
#include <memory>
#include <string>

#include "talus/geometry/mesh/mesh.h"
#include "talus/geometry/shapes.h"

namespace talus::environment {

/// A region of space where a source brings something in. The sources of methods derive from this, and get the
/// keys of its shapes by regionRows().
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
        Elsewhere  ///< no position of its own: a coupling sets the positions
    };
    Shape shape = Shape::Disc;
    Vec3d centre;  ///< Point, Disc, Rectangle, Sphere [m]; Line, Capsule: one end; Cylinder: its lower end
    Vec3d end{1, 0, 0};        ///< Line, Capsule: the other end [m]
    Vec3d direction{0, 0, 1};  ///< of the flow; Disc, Rectangle: the normal too; of any length
    Vec3d axis{0, 0, 1};       ///< Cylinder: from its lower end to the upper one, of any length
    double radius = 0.1;       ///< Disc, Sphere, Cylinder, Capsule [m], >= 0
    double width = 0.2;        ///< Rectangle: of its horizontal side; along x if it lies flat [m], > 0
    double height = 0.2;       ///< Rectangle: of its other side; Cylinder: along its axis [m], > 0
    bool hollow = false;       ///< Disc: only its rim; Sphere, Cylinder, Capsule: only the round surface
    geometry::Box box;         ///< Box
    std::string file{};        ///< MeshSurface, MeshVolume: path of an STL, OBJ or PLY file
    double scale = 1;          ///< the file's points are multiplied by this, > 0,
    Vec3d position;            ///< then displaced by this [m]
    std::shared_ptr<const geometry::Mesh> mesh{};  ///< loaded and transformed (method/source.h)

    bool isFlat() const { return shape == Shape::Disc || shape == Shape::Rectangle; }
    bool isMesh() const { return shape == Shape::MeshSurface || shape == Shape::MeshVolume; }
};

/// Three orthogonal unit vectors: `along` is the normal of a flat region or the axis of a long one. For a
/// rectangle, `u` is horizontal and its width lies along `u`.
struct RegionAxes {
    Vec3d along, u, v;
};
RegionAxes axesOf(const Region& region);

// @pre for all of these but areaOf() and volumeOf(): the shape is not Elsewhere, and a mesh is loaded if the
// shape needs one.

Vec3d middleOf(const Region& region);
/// The point of a region that is farthest in a direction; of several, one in the middle of them.
Vec3d farthestIn(const Region& region, const Vec3d& direction);
geometry::Box boundsOf(const Region& region);
/// Radius of the smallest ball around the middle that contains the region [m].
double reachOf(const Region& region);
/// Whether a point is inside a solid region: a sphere, a box, a cylinder, a capsule or a closed mesh. A point
/// on the surface is not.
bool contains(const Region& region, const Vec3d& p);
/// Area of a flat region [m^2]; 0 for others.
double areaOf(const Region& region);
/// Volume of a solid region [m^3]; 0 for others.
double volumeOf(const Region& region);

}  // namespace talus::environment
