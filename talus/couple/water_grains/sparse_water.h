#pragma once
#include <vector>

#include "talus/water/search/neighbours.h"

namespace talus::couple::water_grains {

/// What sums over particles get wrong where grains leave few of them to a kernel. A cubic lattice that is
/// thinned out to the share x = 1 - c of its density, as water among a share c of grains, has
///     S(x) = V sum W                      where there should be x (it sees itself, and few others)
///     G(x) = -V sum z^2 W' / r            where there should be x (what of a slope of k pushes)
/// With the usual kernel S is 1.04 x at c = 1/2 and 1.11 x at 0.6, where G is 0.82 x and 0.70 x. Water that
/// lies among grains is no lattice, but not far from one: tests/physics/water_grains_bed_test.cpp.
class SparseWater {
  public:
    explicit SparseWater(const water::Smoothing& smoothing);

    /// By how much sums over particles are too large, S(1 - c) - (1 - c), and its slope.
    /// @param c share of grains; beyond what grains can be packed to it counts as that
    double excess(double c) const { return at(excess_, c); }
    double slope(double c) const { return at(slope_, c); }
    /// The pressure of the water over rho k, k the solver's multiplier. Both a slope of k and what grains
    /// lose and give back (SampleWater) carry the water's weight, G + c of it; so with k' = -g / (x (G + c))
    /// the pressure that makes p' = -rho g is x (G + c) rho k.
    double pressure(double c) const { return at(pressure_, c); }

    static constexpr double densest = 0.75;  ///< of equal balls, a lattice that is packed closest: 0.74

  private:
    std::vector<double> excess_, slope_, pressure_;  ///< at equal steps of c from 0 to densest
    static double at(const std::vector<double>& values, double c);
};

}  // namespace talus::couple::water_grains
