#pragma once
#include <array>
#include <vector>

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

/// The unit normals of walls that deform at their points, by the areas of the faces there that are not torn;
/// 0 at a point without such.
inline std::vector<Vec3d> pointNormals(const WallsAt& walls, const PointsNow& now) {
    std::vector<Vec3d> normals(now.position.size());
    for (std::size_t w = 0; w < walls.walls().bodies().size(); ++w) {
        if (!walls.deforms(w)) continue;
        const WallBody& body = walls.walls().bodies()[w];
        for (std::uint32_t f = body.first_face; f < body.end_face; ++f) {
            if ((now.torn[body.first_row + f - body.first_face] & 1U) != 0) continue;
            const WallFace& face = walls.face(f);
            const Vec3d area = cross(face.b - face.a, face.c - face.a);
            for (const std::uint32_t p : body.corners[f - body.first_face]) normals[p] += area;
        }
    }
    for (Vec3d& n : normals)
        if (squaredLength(n) > 0) n = normalized(n);
    return normals;
}

}  // namespace talus::environment
