#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "talus/environment/presence.h"
#include "talus/geometry/posed_solid.h"
#include "talus/solids/convex_parts.h"

namespace talus::solids {

/// A rigid body. The origin of its frame is its centre of mass.
struct Body {
    enum class Shape { Sphere, Box, Capsule, Cylinder, Mesh };
    enum class Motion { Free, Prescribed };
    std::string name;
    std::string material;
    Shape shape = Shape::Sphere;
    double radius = 0.05;           ///< Sphere, Capsule, Cylinder [m], > 0
    double length = 0.1;            ///< Capsule: between the centres of its hemispheres; Cylinder [m], > 0
    Vec3d size{0.1, 0.1, 0.1};      ///< Box: its sides [m], > 0
    std::string file;               ///< Mesh: path of an STL, OBJ or PLY file
    double scale = 1;               ///< Mesh: metres per unit of the file, > 0
    std::uint64_t parts = 64;       ///< Free mesh: convex parts at most, 1 to 256
    Vec3d position;                 ///< of its centre (Mesh: of the file's origin) at the start [m]
    Vec3d rotation;                 ///< initial rotation about that point, axis times angle [rad]
    Vec3d velocity;                 ///< Free: at the start [m/s]
    Vec3d spin;                     ///< Free: at the start [rad/s]
    std::optional<double> density;  ///< [kg/m^3]; absent: that of its material
    std::optional<double> mass;     ///< [kg]; replaces the density
    Motion motion = Motion::Free;
    std::optional<double> friction;  ///< Free: Coulomb's, >= 0; absent: from the materials (bodies.h)
    double rolling =
        0.25;  ///< Free: lever arm of rolling resistance on soil, in radii of the pressed patch, >= 0
    std::optional<double> restitution;  ///< Free: 0 to 1; absent: from the materials
    environment::Presence presence{};   ///< when it is in the scene
    bool visible = true;                ///< whether pictures show it
    std::string group;                  ///< Prescribed: group with which it moves; empty: none
    std::string parent;                 ///< Prescribed: wall, body or group that carries it; empty: none

    bool made = false;  ///< it is a link of a chain, and no [[body]] of the scene file
    // Set when the scene is read:
    std::shared_ptr<const geometry::Solid> solid{};
    std::shared_ptr<const ConvexParts> convex{};  ///< Free mesh
    Vec3d centre;                                 ///< of mass, from `position`, before `rotation` [m]
};

}  // namespace talus::solids
