#pragma once
#include "talus/math/vec.h"

namespace talus {

/// A symmetric 3 x 3 tensor, by rows.
struct Tensor {
    Vec3d x, y, z;
};
TALUS_HD inline Vec3d times(const Tensor& t, const Vec3d& v) {
    return {dot(t.x, v), dot(t.y, v), dot(t.z, v)};
}

}  // namespace talus
