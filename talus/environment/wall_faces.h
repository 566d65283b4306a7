#pragma once
#include <cmath>
#include <cstdint>
#include <vector>

#include "talus/environment/wall.h"
#include "talus/geometry/closest_point.h"

namespace talus::environment {

/// A piece of a wall that a grain touches in at most one point, in the wall's own frame.
///
/// Solid faces have one free side, and the distance to them is negative behind it. Thin faces (plate, swept,
/// triangle) have two free sides, and the distance is positive on both. The method that moves a grain has to
/// store on which side the grain belongs (wall_forces.h).
struct WallFace {
    enum class Kind : std::uint8_t {
        Plane,          ///< a: a point; b: unit normal
        BoxOutside,     ///< a: min; b: max
        SphereOutside,  ///< a: centre; b.x: radius
        SphereInside,   ///< a: centre; b.x: radius
        Rod,            ///< a: centre of one end; b: unit axis; c.x: length; c.y: radius
        Capsule,        ///< a, b: ends; c.x: radius
        Plate,          ///< a: corner; b, c: edges
        Swept,          ///< a: start; b: unit axis; c: length, radius, end radius
        Triangle        ///< a, b, c: corners
    };
    Kind kind = Kind::Plane;
    std::uint16_t wall = 0;      ///< index of the wall in the scene
    std::uint16_t material = 0;  ///< index of its material
    Vec3d a, b, c;

    TALUS_HD bool thin() const { return kind >= Kind::Plate; }
};

/// The faces of one wall: an inside box becomes its six sides, a capped cylinder a shell and discs.
/// @param bounded true: the sides of a closed inside box are plates that end at its edges; false: planes
std::vector<WallFace> facesOf(const Wall& wall, std::uint16_t index, std::uint16_t material, bool bounded);

/// The side of a thin face on which a grain is: Front is where the face's normal points.
enum class Side : std::uint8_t { None, Front, Back };

/// The distance from the nearest point of a face to a point, and its direction.
struct WallDistance {
    double distance = 0;     ///< [m]; behind a solid face negative
    Vec3d normal;            ///< unit, from the face to the point (behind a solid face: out of it)
    Side side = Side::None;  ///< of a thin face, where the point is
    bool at_edge = false;    ///< the nearest point is on the border of the face
};

WallDistance distanceTo(const WallFace& face, const Vec3d& p);

/// Corrects a distance for a grain that belongs on `side` of a thin face. If its centre is on the other side,
/// the distance is negative and the normal points back, so that the grain is pushed back and not further
/// through. Beyond the border of the face there are no sides.
TALUS_HD inline WallDistance keptOn(Side side, WallDistance found) {
    if (side == Side::None || side == found.side || found.at_edge) return found;
    found.distance = -found.distance;
    found.normal = -found.normal;
    found.side = side;
    return found;
}

}  // namespace talus::environment
