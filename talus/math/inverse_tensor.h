#pragma once
#include "talus/math/tensor.h"

namespace talus {

/// @pre the tensor is invertible
inline Tensor inverse(const Tensor& t) {
    const Vec3d a = cross(t.y, t.z), b = cross(t.z, t.x), c = cross(t.x, t.y);
    const double k = 1 / dot(t.x, a);
    return {Vec3d{a.x, b.x, c.x} * k, Vec3d{a.y, b.y, c.y} * k, Vec3d{a.z, b.z, c.z} * k};
}

}  // namespace talus
