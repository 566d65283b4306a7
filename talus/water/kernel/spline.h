#pragma once
#include <cmath>
#include <numbers>

#include "talus/math/lanes.h"

/// Kernels of smoothed particle hydrodynamics in three dimensions, for a single number or a pack of them.
/// Each has a support radius h beyond which it is 0, its value W(r), and gradient(r) = (dW/dr) / r, so that
/// the gradient with respect to x_i is gradient(r) (x_i - x_j).
namespace talus::water {

/// Square root, maximum and minimum, for a single number or a pack.
template <class V>
TALUS_HD V root(const V& v) {
    using std::sqrt;
    return sqrt(v);
}
template <class V>
TALUS_HD V larger(const V& a, const V& b) {
    return select<V>(a > b, a, b);
}
template <class V>
TALUS_HD V smaller(const V& a, const V& b) {
    return select<V>(a < b, a, b);
}

/// The cubic spline (Monaghan 1992, "Smoothed particle hydrodynamics", Annu. Rev. Astron. Astrophys. 30, 543,
/// with support h = 2 of its smoothing lengths). With u = max(0, 1 - q), v = max(0, 1/2 - q), q = r / h, both
/// of its pieces are one polynomial: W = s (2 u^3 - 8 v^3), s = 8 / (pi h^3).
template <class Real>
class CubicSpline {
  public:
    /// @param support h [m], > 0
    explicit CubicSpline(double support)
        : inverse_(static_cast<Real>(1 / support)),
          scale_(static_cast<Real>(8 / (std::numbers::pi * support * support * support))),
          slope_(static_cast<Real>(8 / (std::numbers::pi * std::pow(support, 4)))) {}

    template <class V>
    TALUS_HD V value(const V& r) const {
        const V zero = number<V>(0), q = r * V(inverse_);
        const V u = larger<V>(zero, number<V>(1) - q), v = larger<V>(zero, number<V>(0.5) - q);
        return V(scale_) * (number<V>(2) * u * u * u - number<V>(8) * v * v * v);
    }
    /// @param inverse_r 1 / r
    template <class V>
    TALUS_HD V gradient(const V& r, const V& inverse_r) const {
        const V zero = number<V>(0), q = r * V(inverse_);
        const V u = larger<V>(zero, number<V>(1) - q), v = larger<V>(zero, number<V>(0.5) - q);
        return V(slope_) * (number<V>(24) * v * v - number<V>(6) * u * u) * inverse_r;
    }

  private:
    Real inverse_, scale_, slope_;
};

/// The kernel C2 of Wendland (1995, "Piecewise polynomial, positive definite and compactly supported radial
/// functions of minimal degree", Adv. Comput. Math. 4, 389): W = 21 / (2 pi h^3) (1 - q)^4 (1 + 4 q).
template <class Real>
class WendlandC2 {
  public:
    explicit WendlandC2(double support)
        : inverse_(static_cast<Real>(1 / support)),
          scale_(static_cast<Real>(21 / (2 * std::numbers::pi * support * support * support))),
          slope_(static_cast<Real>(-210 / (std::numbers::pi * std::pow(support, 5)))) {}

    template <class V>
    TALUS_HD V value(const V& r) const {
        const V q = r * V(inverse_), u = larger<V>(number<V>(0), number<V>(1) - q), square = u * u;
        return V(scale_) * square * square * (number<V>(1) + number<V>(4) * q);
    }
    template <class V>
    TALUS_HD V gradient(const V& r, const V&) const {
        const V u = larger<V>(number<V>(0), number<V>(1) - r * V(inverse_));
        return V(slope_) * u * u * u;
    }

  private:
    Real inverse_, scale_, slope_;
};

}  // namespace talus::water
