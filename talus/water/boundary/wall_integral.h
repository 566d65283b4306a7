#pragma once
#include <algorithm>
#include <memory>
#include <vector>

#include "talus/exec/view.h"
#include "talus/water/params.h"

namespace talus::water {

class SolidIntegral;

/// Linear interpolation of values at equal steps. @param row 0 at the first value, 1 at the second
TALUS_HD inline double between(const exec::View<const double>& values, double row) {
    const auto k = std::min(static_cast<std::size_t>(row), values.size() - 2);
    return values[k] + (values[k + 1] - values[k]) * (row - static_cast<double>(k));
}

/// The tables of a WallIntegral, for loops on any device.
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

/// The share of a kernel behind a plane, if water at rest filled the space there: in layers one spacing
/// apart, the first half a spacing behind the plane. Within a layer the kernel is integrated, not sampled.
///
/// With A(s) = 2 pi int_s^h W(r) r dr, the integral of the kernel over a plane at the distance s from its
/// centre, the share at the distance d from the wall is a sum over layers, spacing sum A(s_k), s_k = d + (k +
/// 1/2) spacing. So a lattice of particles that ends half a spacing off the wall has the density of an
/// infinite one (to 3e-4 with the usual kernel); the integral over a solid half space would add 4%. The slope
/// of the share follows from A' = -2 pi s W.
///
/// For Morris' viscosity (forces.h) a wall that the water sticks to counts as water behind the plane, with a
/// velocity that continues linearly, v_i - v(s) = (v_i - v_wall) s / d (Takeda, Miyama, Sekiya 1994,
/// "Numerical simulation of viscous flow by smoothed particle hydrodynamics"); since int over a plane of 2
/// W'/r is -4 pi W(s), its sum is (v_wall - v_i) 2 slope / d.
class WallIntegral {
  public:
    /// @param support of the kernel [m], > 0 @param spacing of layers [m], > 0
    WallIntegral(Kernel kernel, double support, double spacing);

    /// Walls farther than this have no share [m].
    double reach() const { return reach_; }
    /// Share of the kernel behind the plane, 0 to about 1. @param d distance [m]; negative behind the plane
    double share(double d) const { return table().share(d); }
    /// Decrease of the share with d [1/m].
    double slope(double d) const { return table().slope(d); }
    /// The sum of the slope with the distance of each layer as a weight: the effect of a gradient across the
    /// wall.
    double moment(double d) const { return table().moment(d); }
    /// Valid as long as the integral lives.
    WallTable table() const { return {reach_, viewOf(share_), viewOf(slope_), viewOf(moment_)}; }
    /// The same for solids of any shape.
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
