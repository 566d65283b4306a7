#pragma once
#include <cstdint>
#include <optional>

#include "talus/environment/wall_faces.h"

namespace talus::environment {

/// Where a straight path first meets a face.
struct FaceHit {
    double share = 0;  ///< share of the path before the hit, 0 to 1
    Vec3d normal;      ///< unit, from the face to the particle
};

/// The first point on a straight path, in the frame of the face, that is no farther than `reach` from the
/// face and where the path approaches it. A path that starts nearer than `reach` hits at once if it
/// approaches, and not at all if it leads away. No path jumps over a face, however thin: the path is
/// followed, not sampled.
///
/// Convex faces: Newton's method on the distance along the path. The distance is convex, so the iterations
/// approach the root from the start of the path and never pass it: the plane at right angles to the shortest
/// line separates the two (van den Bergen 2004, "Ray casting against general convex objects with application
/// to continuous collision detection"). The inside of a sphere and surfaces of revolution: roots of
/// quadratics. Rims of surfaces of revolution: sphere tracing (Hart 1996).
/// @param before surfaces of revolution: later hits, by shares of the path, are not looked for
/// @pre reach > 0
std::optional<FaceHit> firstHit(const WallFace& face, const Vec3d& from, const Vec3d& to, double reach,
                                double before = 2);

/// A bounding volume of a face, for a cheap test that the face cannot be hit.
struct FaceBound {
    enum class Kind : std::uint8_t {
        Ball,        ///< the face is in the ball
        HollowBall,  ///< the face is the sphere itself; grains are inside it
        HalfSpace,   ///< the face is a plane through `centre`; grains are where `normal` points
    };

    Kind kind = Kind::Ball;
    Vec3d centre;
    double radius = 0;  ///< of balls [m]
    Vec3d normal;       ///< of half spaces

    /// Whether a ball of radius r at p may touch the face.
    bool near(const Vec3d& p, double r) const {
        const Vec3d d = p - centre;
        if (kind == Kind::HalfSpace) return dot(d, normal) < r;
        const double square = squaredLength(d);
        if (kind == Kind::HollowBall) {
            const double free = radius - r;
            return free < 0 || square > free * free;
        }
        const double both = radius + r;
        return square < both * both;
    }
};
FaceBound boundOf(const WallFace& face);

}  // namespace talus::environment
