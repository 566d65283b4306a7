#pragma once
#include <cstdint>
#include <optional>

#include "talus/environment/wall_faces.h"

namespace talus::environment {

/// Where a straight way first meets a face.
struct FaceHit {
    double share = 0;  ///< of the way that is before it, 0 to 1
    Vec3d normal;      ///< unit, from the face to the particle
};

/// The first place on a straight way, in the frame of the face, that is no farther than `reach` from the face
/// and where the way comes nearer. A way that begins nearer than that meets it at once, or, where it leads
/// away, not at all. No way jumps over a face, however thin: the way is followed, not sampled.
///
/// Convex faces: Newton's method on the distance along the way, which is convex, so that it comes from before
/// and never passes the root; the plane at right angles to the shortest line separates the two (van den
/// Bergen 2004, "Ray casting against general convex objects with application to continuous collision
/// detection"). The inside of a sphere and surfaces of revolution: roots of quadratics; the rims of these by
/// steps of the distance (sphere tracing, Hart 1996).
/// @pre reach > 0
std::optional<FaceHit> firstHit(const WallFace& face, const Vec3d& from, const Vec3d& to, double reach);

/// A simple body that holds a face: to tell at little cost that nothing near it can be met.
struct FaceBound {
    enum class Kind : std::uint8_t {
        Ball,        ///< the face is in it
        HollowBall,  ///< the face is the sphere itself, seen from inside
        HalfSpace,   ///< the face is a plane through `centre`, seen from where `normal` leads
    };

    Kind kind = Kind::Ball;
    Vec3d centre;
    double radius = 0;  ///< of balls [m]
    Vec3d normal;       ///< of half spaces

    /// Whether what is in a ball may touch the face.
    bool near(const Vec3d& p, double r) const {
        const Vec3d d = p - centre;
        if (kind == Kind::HalfSpace) return dot(d, normal) < r;
        const double square = squaredLength(d);
        if (kind == Kind::HollowBall) {
            const double free = radius - r;
            return free < 0 || square > free * free;
        }
        const double most = radius + r;
        return square < most * most;
    }
};
FaceBound boundOf(const WallFace& face);

}  // namespace talus::environment
