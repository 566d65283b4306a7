#pragma once
#include <cmath>

#include "talus/environment/walls.h"
#include "talus/exec/view.h"

// Contacts of a small sphere with the faces of walls near it, for loops on the processor and on a device.
// Walls is WallsAt or WallView.
namespace talus::environment {

/// A listed pair of one sphere and one face, in one step.
struct FaceTouch {
    std::uint32_t face = 0;
    Side side = Side::None;  ///< side of a thin face on which the sphere is
    Vec3d spring;            ///< history of the tangential spring
    Vec3d angle;             ///< of the spring against rolling and twisting [rad]
    bool acting = false;     ///< whether the contact acts; before find(): whether it did in the last step
    WallDistance found;      ///< closest point and distance, on that side
    double overlap = 0;      ///< [m]; < 0: a gap
};

namespace face_touches {

/// Points of two faces that are closer than this count as the same point, in radii. It is larger than
/// the rounding of decimals in scenes and of single-precision mesh files, and far smaller than any overlap.
inline constexpr double same_point = 1e-4;

/// Computes distance and overlap of a pair. A sphere beyond the border of a thin face, which does not overlap
/// the face deeply, may change sides.
template <class Walls>
TALUS_HD void find(const Walls& walls, const Vec3d& centre, double radius, FaceTouch& touch) {
    const WallDistance found = walls.distance(touch.face, centre);
    if (touch.side != Side::None && found.at_edge && found.distance > 0.5 * radius) touch.side = found.side;
    touch.found = keptOn(touch.side, found);
    touch.overlap = radius - touch.found.distance;
}

/// Among all faces near one sphere, removes contacts that another face represents, and moves their springs to
/// that face: contacts are at local minima of the distance, and one on the border of a face counts only where
/// no other face with that point is nearer.
template <class Walls>
TALUS_HD void keepMinima(const Walls& walls, const Vec3d& centre, double radius,
                         exec::View<FaceTouch> touches) {
    // Whether `other` is closer than `own`. It uses only values that the loop does not change, so that the
    // order of the decisions does not matter.
    const auto nearer = [](const FaceTouch& other, const FaceTouch& own) {
        return other.found.distance < own.found.distance ||
               (other.found.distance == own.found.distance && other.face < own.face);
    };
    for (FaceTouch& own : touches) {
        const bool held = !(own.spring == Vec3d{}) || !(own.angle == Vec3d{});
        if (!own.found.at_edge || (!own.acting && !held)) continue;
        const Vec3d point = centre - own.found.normal * own.found.distance;
        FaceTouch* heir = nullptr;
        for (FaceTouch& other : touches) {
            if (other.face == own.face || !nearer(other, own) || (heir && !nearer(other, *heir))) continue;
            const double gap = walls.distance(other.face, point).distance;
            if (std::abs(gap) < same_point * radius) heir = &other;
        }
        if (!heir) continue;
        own.acting = false;
        if (heir->acting && heir->spring == Vec3d{}) heir->spring = own.spring;
        if (heir->acting && heir->angle == Vec3d{}) heir->angle = own.angle;
    }
    for (FaceTouch& own : touches)
        if (!own.acting) own.spring = own.angle = {};
}

}  // namespace face_touches

}  // namespace talus::environment
