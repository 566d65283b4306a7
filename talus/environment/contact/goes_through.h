#pragma once
#include <optional>

#include "talus/environment/wall_faces.h"

namespace talus::environment {

/// Whether a face separates two free positions: the straight line between them goes through it. Positions are
/// in the frame of the face. @return the face's normal there, of either sign; zero for round faces; nothing
/// if the line does not go through. Infinite planes and the inside of a sphere have nothing behind them. A
/// line goes through a solid if it crosses from one side to the opposite one: a position around an edge of
/// the solid is not behind it.
std::optional<Vec3d> goesThrough(const WallFace& face, const Vec3d& from, const Vec3d& to);

/// Whether a face is convex. Seen from any point, a convex face lies behind the plane through its nearest
/// point at right angles to the shortest line: a line that does not reach that plane does not go through the
/// face.
TALUS_HD inline bool isConvex(const WallFace& face) {
    return face.kind != WallFace::Kind::Swept && face.kind != WallFace::Kind::SphereInside;
}

}  // namespace talus::environment
