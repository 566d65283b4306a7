#pragma once
#include <vector>

#include "talus/environment/walls.h"

namespace talus::environment {

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
