#pragma once
#include "talus/math/vec.h"

namespace talus::geometry {

/// The half-space boundary through `point`; `normal` (unit) points to the free side.
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

}  // namespace talus::geometry
