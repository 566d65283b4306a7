#pragma once
#include <vector>

#include "talus/water/search/neighbours.h"

namespace talus::couple::water_grains {

/// Corrections of sums over particles where grains leave only few particles in a kernel. Water among a volume
/// fraction c of grains is modelled as a cubic lattice with the share x = 1 - c of its density. Its sums are
///     S(x) = V sum W                      instead of x: the particle's own term outweighs the few others
///     G(x) = -V sum z^2 W' / r            instead of x: the factor on the force by a gradient of k
/// With the default kernel S is 1.04 x at c = 1/2 and 1.11 x at 0.6, where G is 0.82 x and 0.70 x. Water
/// among grains is not a lattice, but close to one: tests/physics/water_grains_bed_test.cpp.
class SparseWater {
  public:
    explicit SparseWater(const water::Smoothing& smoothing);

    /// The excess of sums over particles, S(1 - c) - (1 - c), and its derivative over c.
    /// @param c volume fraction of grains; values above `densest` count as `densest`
    double excess(double c) const { return at(excess_, c); }
    double slope(double c) const { return at(slope_, c); }
    /// The pressure of the water over rho k, with the multiplier k of the solver. The weight of the water is
    /// balanced by the gradient of k and by the momentum exchange with grains (SampleWater), together G + c.
    /// So k' = -g / (x (G + c)), and the pressure with p' = -rho g is x (G + c) rho k.
    double pressure(double c) const { return at(pressure_, c); }

    static constexpr double densest = 0.75;  ///< closest packing of equal spheres: 0.74

  private:
    std::vector<double> excess_, slope_, pressure_;  ///< tables over c, in equal steps from 0 to `densest`
    static double at(const std::vector<double>& values, double c);
};

}  // namespace talus::couple::water_grains
