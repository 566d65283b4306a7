#pragma once
#include <algorithm>
#include <memory>
#include <vector>

#include "talus/exec/view.h"
#include "talus/water/params.h"

namespace talus::water {

class SolidIntegral;

/// The value at a place between equal steps, that of the first being 0: linear.
TALUS_HD inline double between(const exec::View<const double>& values, double place) {
    const auto k = std::min(static_cast<std::size_t>(place), values.size() - 2);
    return values[k] + (values[k + 1] - values[k]) * (place - static_cast<double>(k));
}

/// A WallIntegral as loops read it that run anywhere.
struct WallTable {
    double support = 0;                                      ///< [m]
    exec::View<const double> of_share, of_slope, of_moment;  ///< at equal steps from -support to support

    TALUS_HD double reach() const { return support; }
    TALUS_HD double share(double d) const { return at(of_share, d); }
    TALUS_HD double slope(double d) const { return at(of_slope, d); }
    TALUS_HD double moment(double d) const { return at(of_moment, d); }

  private:
    TALUS_HD double at(const exec::View<const double>& values, double d) const {
        const double middle = 0.5 * static_cast<double>(values.size() - 1);  // exact: the number is odd
        return between(values, (std::clamp(d / support, -1.0, 1.0) + 1) * middle);
    }
};

/// How much of a kernel lies behind a plane, as water at rest would fill it: in layers one spacing apart, the
/// first half a spacing behind the plane. Nothing is sampled: within a layer the kernel is integrated in
/// closed form.
///
/// With A(s) = 2 pi int_s^h W(r) r dr, the integral of the kernel over a plane at the distance s from its
/// middle, the share at the distance d from the wall is a sum over layers, spacing sum A(s_k), s_k = d + (k +
/// 1/2) spacing. A lattice of particles that ends half a spacing off the wall so has the density of one
/// without end (to 3e-4 with the usual kernel), where the integral over a solid half space would add 4%. The
/// share's slope follows from A' = -2 pi s W.
///
/// A wall that the water sticks to is seen by Morris' viscosity (forces.h) as water behind the plane whose
/// velocity goes on linearly, v_i - v(s) = (v_i - v_wall) s / d (Takeda, Miyama, Sekiya 1994, "Numerical
/// simulation of viscous flow by smoothed particle hydrodynamics"); since int over a plane of 2 W'/r is -4 pi
/// W(s), its sum is (v_wall - v_i) 2 slope / d.
class WallIntegral {
  public:
    /// @param support of the kernel [m], > 0 @param spacing of layers [m], > 0
    WallIntegral(Kernel kernel, double support, double spacing);

    /// No wall farther than this has any share [m].
    double reach() const { return reach_; }
    /// Share of the kernel behind the plane, 0 to about 1. @param d [m]; behind the plane negative
    double share(double d) const { return table().share(d); }
    /// By how much the share falls with d [1/m].
    double slope(double d) const { return table().slope(d); }
    /// The same sum with each layer's distance as a weight: how much of a gradient across the wall is in it.
    double moment(double d) const { return table().moment(d); }
    /// As long as the integral lives.
    WallTable table() const { return {reach_, viewOf(share_), viewOf(slope_), viewOf(moment_)}; }
    /// The same of solids of any shape.
    const SolidIntegral& solid() const { return *solid_; }

  private:
    double reach_;
    std::vector<double> share_, slope_, moment_;  ///< at equal steps from -reach to reach
    std::shared_ptr<const SolidIntegral> solid_;

    static exec::View<const double> viewOf(const std::vector<double>& values) {
        return {values.data(), values.size()};
    }
};

}  // namespace talus::water
