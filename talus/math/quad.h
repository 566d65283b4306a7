#pragma once
#include "talus/math/vec.h"

namespace talus {

/// A vector and a fourth number, aligned so that one load reads all four.
template <class Real>
struct alignas(4 * sizeof(Real)) Quad {
    Real x = 0, y = 0, z = 0, w = 0;

    TALUS_HD Vec3<Real> xyz() const { return {x, y, z}; }
    TALUS_HD Quad& operator+=(const Vec3<Real>& v) {
        x += v.x;
        y += v.y;
        z += v.z;
        return *this;
    }
};

/// Two Quads side by side, aligned so that one load reads both.
template <class Real>
struct alignas(8 * sizeof(Real)) Octet {
    Quad<Real> low, high;
};

/// The vector and the number, rounded to Real.
template <class Real>
TALUS_HD Quad<Real> quad(const Vec3d& v, double w) {
    return {static_cast<Real>(v.x), static_cast<Real>(v.y), static_cast<Real>(v.z), static_cast<Real>(w)};
}

}  // namespace talus
