#pragma once
#include <memory>
#include <string>
#include <vector>

#include "talus/geometry/mesh/mesh.h"
#include "talus/geometry/shapes.h"

namespace talus::environment {

/// Something that grains, water and other things touch; it moves by motions, or follows a body.
struct Wall {
    enum class Kind {
        Plane,
        Rectangle,
        Disc,
        BoxInside,
        BoxOutside,
        SphereInside,
        SphereOutside,
        CylinderInside,
        CylinderOutside,
        Cone,
        Capsule,
        Mesh
    };
    std::string name;
    std::string material;
    Kind kind = Kind::Plane;
    geometry::Plane plane;          ///< Plane
    geometry::Rectangle rectangle;  ///< Rectangle
    geometry::Disc disc;            ///< Disc
    geometry::Box box;              ///< BoxInside: grains are kept in it; BoxOutside: an obstacle
    geometry::Sphere sphere;        ///< likewise
    geometry::Cone cone;            ///< Cone; of cylinders `end_radius` does not count
    geometry::Capsule capsule;      ///< Capsule
    std::vector<std::string> open;  ///< BoxInside: sides that are left out: "-x", "+x", ... "+z"
    std::vector<std::string> caps;  ///< CylinderInside, Cone: ends that are closed: "from", "to"
    std::string file;               ///< Mesh: path of an STL, OBJ or PLY file
    double scale = 1;               ///< Mesh: first its points are multiplied by this, > 0,
    Vec3d rotation;                 ///< then turned about the origin (axis times angle) [rad],
    Vec3d position;                 ///< then displaced [m]
    bool follows = false;           ///< its pose is state, and something else moves it: motions do not count.
                                    ///< Its shape is in its own frame; `rotation` and `position` place it
    std::shared_ptr<const geometry::Mesh> mesh;  ///< Mesh: loaded and placed
    bool visible = true;                         ///< drawn
    bool made = false;                           ///< stands for a body of the scene, which has its name
    bool free = false;                           ///< made, and forces move that body, not motions
    std::string group;                           ///< moves with all of this group; empty: in none
    std::string parent;  ///< wall, body or group whose motions carry it along; empty: none
};

}  // namespace talus::environment
