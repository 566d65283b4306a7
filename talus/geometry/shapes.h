#pragma once
#include "talus/math/vec.h"

namespace talus::geometry {

/// The boundary plane of a half-space; `normal` (unit) points to the free side.
struct Plane {
    Vec3d point;
    Vec3d normal{0, 0, 1};
};

/// Axis-aligned, min < max in every axis [m].
struct Box {
    Vec3d min;
    Vec3d max;
};

struct Sphere {
    Vec3d centre;
    double radius = 0;  ///< [m], > 0
};

/// A thin flat plate with the corners corner, corner + u, corner + v and corner + u + v. u and v are at right
/// angles.
struct Rectangle {
    Vec3d corner;
    Vec3d u, v;  ///< [m], neither zero
};

/// A thin round plate, with a round hole in its middle where hole > 0.
struct Disc {
    Vec3d centre;
    Vec3d normal{0, 0, 1};  ///< need not be unit
    double radius = 0;      ///< [m], > 0
    double hole = 0;        ///< radius of the hole [m], 0 <= hole < radius
};

/// A thin round shell around the line from `from` to `to`, open at both ends: a funnel, or a tube where both
/// radii are the same.
struct Cone {
    Vec3d from, to;
    double radius = 0;      ///< at `from` [m], >= 0
    double end_radius = 0;  ///< at `to` [m], >= 0, not both 0
};

/// All points within `radius` of the line from `from` to `to`.
struct Capsule {
    Vec3d from, to;
    double radius = 0;  ///< [m], > 0
};

inline Vec3d centreOf(const Box& box) { return (box.min + box.max) * 0.5; }

/// Corner 0 to 7 of a box: bit 0, 1 and 2 of the index choose max instead of min in x, y and z.
inline Vec3d cornerOf(const Box& box, int corner) {
    return {corner & 1 ? box.max.x : box.min.x, corner & 2 ? box.max.y : box.min.y,
            corner & 4 ? box.max.z : box.min.z};
}

}  // namespace talus::geometry
