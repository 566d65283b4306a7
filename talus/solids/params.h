#pragma once
#include <optional>
#include <string>

#include "talus/geometry/placed_solid.h"

namespace talus::solids {

/// A rigid body. Its own frame has its origin in its centre of mass.
struct Body {
    enum class Shape { Sphere, Box, Capsule, Cylinder, Mesh };
    enum class Motion { Free, Prescribed };
    std::string name;
    std::string material;
    Shape shape = Shape::Sphere;
    double radius = 0.05;           ///< Sphere, Capsule, Cylinder [m], > 0
    double length = 0.1;            ///< Capsule: between the middles of its round ends; Cylinder [m], > 0
    Vec3d size{0.1, 0.1, 0.1};      ///< Box: its sides [m], > 0
    std::string file;               ///< Mesh: path of an STL, OBJ or PLY file
    double scale = 1;               ///< Mesh: metres a unit of the file, > 0
    Vec3d position;                 ///< of its middle (Mesh: of the file's origin) at the start [m]
    Vec3d rotation;                 ///< about that point at the start, axis times angle [rad]
    Vec3d velocity;                 ///< Free: at the start [m/s]
    Vec3d spin;                     ///< Free: at the start [rad/s]
    std::optional<double> density;  ///< [kg/m^3]; absent: of its material
    std::optional<double> mass;     ///< [kg], in place of a density
    Motion motion = Motion::Free;
    // Chosen, for something hard on sand; no experiment stands behind these three.
    double friction = 0.5;     ///< Free: Coulomb's, with ground and walls, >= 0
    double rolling = 0.25;     ///< Free: lever of rolling resistance on soil, in radii of the patch, >= 0
    double restitution = 0.3;  ///< Free: on rigid ground and walls, 0 to 1
    bool visible = true;       ///< drawn
    std::string group;         ///< Prescribed: moves with all of this group; empty: in none
    std::string parent;        ///< Prescribed: wall, body or group that carries it along; empty: none

    // Made when the scene is read:
    std::shared_ptr<const geometry::Solid> solid{};
    Vec3d centre;  ///< of mass, from `position`, before `rotation` [m]
};

}  // namespace talus::solids
