#pragma once
#include <cmath>
#include <numbers>

#include "talus/water/kernel/spline.h"

namespace talus::water {

/// C(r) of Akinci, Akinci, Teschner (2013), equation 2. It attracts beyond half of the support, and repels
/// where particles are nearer than about a quarter of it: with s = 32 / (pi h^9), s (h - r)^3 r^3 for r >
/// h/2, and s (2 (h - r)^3 r^3 - h^6 / 64) below. [1/m^3]
template <class Real>
class CohesionSpline {
  public:
    explicit CohesionSpline(double support)
        // In terms of r / h, so that powers of short lengths stay in the range of single precision.
        : inverse_(static_cast<Real>(1 / support)),
          scale_(static_cast<Real>(32 / (std::numbers::pi * support * support * support))) {}

    template <class V>
    TALUS_HD V value(const V& r) const {
        const V q = r * V(inverse_), u = larger<V>(number<V>(0), number<V>(1) - q), both = u * q;
        const V cube = both * both * both;
        return V(scale_) * select<V>(q > number<V>(0.5), cube, number<V>(2) * cube - number<V>(1.0 / 64));
    }

  private:
    Real inverse_, scale_;
};

}  // namespace talus::water
