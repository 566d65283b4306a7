#include "talus/solids/touch/plane_contact.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "talus/solids/bullet.h"

namespace talus::solids {
namespace {

/// Points of the rim of a disc that lies flat. They stay where they are on the body, so that a disc at rest
/// keeps its contacts. The deepest point of a disc is at most 1 - cos(pi/8) = 8% of its tilt deeper.
constexpr int rim_points = 8;

struct Lowest {
    const HalfSpace& plane;
    double reach;
    std::vector<NearPoint> found;

    void add(const Vec3d& at, double near) {
        const double gap = dot(plane.normal, at) - plane.offset;
        if (gap <= near) found.push_back({at - plane.normal * gap, gap});
    }
    void addCapsule(const btCapsuleShape& capsule, const btTransform& pose) {
        const double radius = capsule.getRadius();
        btVector3 end(0, 0, 0);
        end[capsule.getUpAxis()] = capsule.getHalfHeight();
        for (const double side : {-1, 1})
            add(fromBullet(pose * (end * side)) - plane.normal * radius, reach * radius);
    }
    void addCylinder(const btCylinderShape& cylinder, const btTransform& pose) {
        const double radius = cylinder.getRadius(), half = cylinder.getHalfExtentsWithMargin().z();
        const double near = reach * std::min(radius, half);
        const Rotation rotation = fromBullet(pose.getBasis());
        const Vec3d middle = fromBullet(pose.getOrigin());
        // The lowest direction in the plane of the discs; its length is the sine of their tilt.
        const Vec3d down = -plane.normal, fall = down - rotation.z * dot(down, rotation.z);
        const double tilt = length(fall);
        for (const double side : {-1, 1}) {
            const Vec3d disc = middle + rotation.z * (side * half);
            if (2 * radius * tilt > near) {
                add(disc + fall * (radius / tilt), near);
                continue;
            }
            for (int k = 0; k < rim_points; ++k) {
                const double around = 2 * std::numbers::pi * k / rim_points;
                add(disc + (rotation.x * std::cos(around) + rotation.y * std::sin(around)) * radius, near);
            }
        }
    }
    void addHull(const btConvexHullShape& hull, const btTransform& pose) {
        btVector3 min, max;
        hull.getAabb(btTransform::getIdentity(), min, max);
        const btVector3 half = (max - min) * 0.5;
        const double near = reach * half[half.minAxis()];
        for (int k = 0; k < hull.getNumPoints(); ++k) add(fromBullet(pose * hull.getScaledPoint(k)), near);
    }
    void addShape(const btCollisionShape& shape, const btTransform& pose) {
        switch (shape.getShapeType()) {
            case CAPSULE_SHAPE_PROXYTYPE: addCapsule(static_cast<const btCapsuleShape&>(shape), pose); break;
            case CYLINDER_SHAPE_PROXYTYPE:
                addCylinder(static_cast<const btCylinderShape&>(shape), pose);
                break;
            case CONVEX_HULL_SHAPE_PROXYTYPE:
                addHull(static_cast<const btConvexHullShape&>(shape), pose);
                break;
            case COMPOUND_SHAPE_PROXYTYPE: {
                const auto& all = static_cast<const btCompoundShape&>(shape);
                for (int k = 0; k < all.getNumChildShapes(); ++k)
                    addShape(*all.getChildShape(k), pose * all.getChildTransform(k));
                break;
            }
            default: break;
        }
    }
};

}  // namespace

NearPoints pointsOf(const btCollisionShape& shape, const btTransform& pose, const HalfSpace& plane,
                    double reach) {
    Lowest lowest{plane, reach, {}};
    lowest.addShape(shape, pose);
    // A hull may have any number of corners. The points of round shapes are few, and all stay: of a disc that
    // rocks, any four would change from step to step.
    const int kind = shape.getShapeType();
    if (kind == CAPSULE_SHAPE_PROXYTYPE || kind == CYLINDER_SHAPE_PROXYTYPE)
        return {plane.normal, std::move(lowest.found)};
    return listOf(touchFrom(lowest.found, plane.normal));
}

bool meetsPlanes(const btCollisionShape& shape) {
    switch (shape.getShapeType()) {
        case CAPSULE_SHAPE_PROXYTYPE:
        case CYLINDER_SHAPE_PROXYTYPE:
        case CONVEX_HULL_SHAPE_PROXYTYPE: return true;
        case COMPOUND_SHAPE_PROXYTYPE: {
            const auto& all = static_cast<const btCompoundShape&>(shape);
            for (int k = 0; k < all.getNumChildShapes(); ++k)
                if (!meetsPlanes(*all.getChildShape(k))) return false;
            return true;
        }
        default: return false;
    }
}

}  // namespace talus::solids
