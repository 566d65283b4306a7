#pragma once
#include <array>

#include "talus/environment/walls.h"

namespace talus::environment {

/// A place on a face of a wall that deforms: its points, and how much of the place belongs to each. The
/// shares add up to 1.
struct FacePlace {
    std::array<std::uint32_t, 3> points;
    std::array<double, 3> shares;
};

/// The place of a face that is nearest to a position. @pre the wall of the face deforms
inline FacePlace placeOn(const WallsAt& walls, std::size_t face, const Vec3d& position) {
    const WallFace& of = walls.face(face);
    const WallBody& body = walls.walls().bodies()[of.wall];
    return {body.corners[face - body.first_face],
            geometry::sharesOfCorners(of.a, of.b, of.c,
                                      geometry::closestOnTriangle(of.a, of.b, of.c, position).point)};
}

}  // namespace talus::environment
