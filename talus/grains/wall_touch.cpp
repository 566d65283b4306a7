#include "talus/grains/wall_touch.h"

#include <cmath>

namespace talus::grains {
namespace {

/// Points of two faces that are nearer than this are the same, in grain radii. Wide enough for the rounding
/// of a scene's decimals and of mesh files in single precision, far below any overlap.
constexpr double same_point = 1e-4;

}  // namespace

void findTouch(const WallsAt& walls, const Vec3d& centre, double radius, FaceTouch& touch) {
    const WallDistance found = walls.distance(touch.face, centre);
    if (touch.side != Side::None && found.at_edge && found.distance > 0.5 * radius) touch.side = found.side;
    touch.found = keptOn(touch.side, found);
    touch.overlap = radius - touch.found.distance;
}

void keepLocalMinima(const WallsAt& walls, const Vec3d& centre, double radius, std::span<FaceTouch> touches) {
    // Whether `other` comes nearer than `own`: what does not move in the loop decides, so that the order of
    // the decisions does not matter.
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

}  // namespace talus::grains
