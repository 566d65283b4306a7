#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "talus/environment/presence.h"
#include "talus/geometry/mesh/mesh.h"
#include "talus/geometry/shapes.h"
#include "talus/state/field.h"

namespace talus::environment {

/// The points of walls that deform, and their faces: one method stores and moves them, others touch them.
struct DeformingPoints {
    const char* table = nullptr;  ///< table of the state; one row is one point
    const state::Field<Vec3d>*position = nullptr, *velocity = nullptr;
    const state::Field<double>* mass = nullptr;
    const char* faces = nullptr;                       ///< table of the state; one row is one face
    const state::Field<std::uint8_t>* torn = nullptr;  ///< bit 0: the face is torn, and nothing touches it
};

/// A surface that grains, water and other things touch. It moves by motions, or follows a body.
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
    geometry::Plane plane;             ///< Plane
    geometry::Rectangle rectangle;     ///< Rectangle
    geometry::Disc disc;               ///< Disc
    geometry::Box box;                 ///< BoxInside: grains are kept in it; BoxOutside: an obstacle
    geometry::Sphere sphere;           ///< SphereInside: grains are kept in it; SphereOutside: an obstacle
    geometry::Cone cone;               ///< Cone, and cylinders, which ignore `end_radius`
    geometry::Capsule capsule;         ///< Capsule
    std::vector<std::string> open;     ///< BoxInside: sides that are left out: "-x", "+x", ... "+z"
    std::vector<std::string> caps;     ///< CylinderInside, Cone: ends that are closed: "from", "to"
    std::string file;                  ///< Mesh: path of an STL, OBJ or PLY file
    double scale = 1;                  ///< Mesh: first its points are multiplied by this, > 0,
    Vec3d rotation;                    ///< then turned about the origin (axis times angle) [rad],
    Vec3d position;                    ///< then displaced [m]
    bool follows = false;              ///< follows a body: its pose is state, and its motions are ignored.
                                       ///< Its shape is in its own frame; `rotation` and `position` give its
                                       ///< pose at the start
    bool deforms = false;              ///< Mesh: its corners are points of the state
    std::uint32_t first_point = 0;     ///< deforms: row of its mesh's first point
    std::uint32_t first_triangle = 0;  ///< deforms: row of its mesh\'s first triangle
    double lightest_point = 0;         ///< deforms: smallest mass of a point [kg]
    std::shared_ptr<const geometry::Mesh> mesh;  ///< Mesh: loaded and transformed; deforms: at the start
    bool visible = true;                         ///< drawn
    bool made = false;                           ///< made for a body of the scene, whose name it has
    bool free = false;                           ///< made for a free body, which forces move, not motions
    Presence presence{};                         ///< of the body
    std::string group;                           ///< moves with all of this group; empty: in none
    std::string parent;  ///< wall, body or group whose motions carry it along; empty: none
};

}  // namespace talus::environment
