#pragma once
#include "talus/math/vec.h"

namespace talus {

/// A symmetric 3 x 3 matrix. T is a number or a pack of numbers.
template <class T>
struct Symmetric {
    T xx{}, yy{}, zz{}, yz{}, zx{}, xy{};
};

template <class T>
constexpr Vec3<T> times(const Symmetric<T>& m, const Vec3<T>& v) {
    return {m.xx * v.x + m.xy * v.y + m.zx * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
            m.zx * v.x + m.yz * v.y + m.zz * v.z};
}

template <class T>
constexpr T determinant(const Symmetric<T>& m) {
    return m.xx * (m.yy * m.zz - m.yz * m.yz) - m.xy * (m.xy * m.zz - m.yz * m.zx) +
           m.zx * (m.xy * m.yz - m.yy * m.zx);
}

/// @pre its determinant is not 0
template <class T>
constexpr Symmetric<T> inverse(const Symmetric<T>& m) {
    const T d = T(1) / determinant(m);
    return {(m.yy * m.zz - m.yz * m.yz) * d, (m.xx * m.zz - m.zx * m.zx) * d,
            (m.xx * m.yy - m.xy * m.xy) * d, (m.xy * m.zx - m.xx * m.yz) * d,
            (m.xy * m.yz - m.yy * m.zx) * d, (m.zx * m.yz - m.xy * m.zz) * d};
}

}  // namespace talus
