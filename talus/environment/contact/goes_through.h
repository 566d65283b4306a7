#pragma once
#include <optional>

#include "talus/environment/wall_faces.h"

namespace talus::environment {

/// Where a face stands between two free places: the straight line between them goes through it. All in the
/// frame of the face. @return its normal there, of either sign; zero for faces that are round. Planes without
/// end and the inside of a sphere have nothing behind them. Solids must be gone through from one side to the
/// opposite one: what is round an edge of a solid is not behind it.
std::optional<Vec3d> goesThrough(const WallFace& face, const Vec3d& from, const Vec3d& to);

/// Whether a face lies wholly on the far side of the plane through its nearest point at right angles to the
/// way there. So convex ones do: a line that does not reach that plane does not go through.
TALUS_HD inline bool isConvex(const WallFace& face) {
    return face.kind != WallFace::Kind::Swept && face.kind != WallFace::Kind::SphereInside;
}

}  // namespace talus::environment
