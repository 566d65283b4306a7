#pragma once
#include "talus/math/vec.h"

namespace talus {

/// A vector and one number more, aligned so that the four are one load.
struct alignas(32) Quad {
    double x = 0, y = 0, z = 0, w = 0;

    Vec3d xyz() const { return {x, y, z}; }
};

inline Quad quad(const Vec3d& v, double w) { return {v.x, v.y, v.z, w}; }

}  // namespace talus
