#pragma once
#include "talus/math/quad.h"
#include "talus/water/search/neighbours.h"

/// Sums over neighbours that the solvers are made of, for the rows from `begin` to `end`. Densities are
/// relative to the density at rest, and pressures stand as k = p / (rho_0 D^2) [m^2/s^2], D the relative
/// density, so that the acceleration by pressure is -V sum (k_i + k_j) grad W (Monaghan 1992, equation 3.3).
///
/// A wall counts as water at rest that fills it: `wall` has the gradient of the share of the kernel that lies
/// in walls, and that share. What is in the wall mirrors the particle: it has its pressure, and its velocity
/// seen from the wall turned round. Hence the factor 2 in force and rate alike: with it an even pressure
/// leaves all at rest, and what the force does is what the rate says, so that walls neither make energy nor
/// take it. (With 2 in the force alone a column at rest heats up; with 1 in both, water stands 10% too near
/// to its walls.)
namespace talus::water {

/// What makes the sum of gradients exact for velocities that change linearly from place to place: for each
/// particle the symmetric matrix L = (-V sum r x grad W)^-1, r = x_j - x_i (Bonet and Lok 1999, "Variational
/// and momentum preservation aspects of smooth particle hydrodynamic formulations", section 4). Without it a
/// flow that does not compress has a rate of compression that depends on how its particles happen to lie, and
/// a projection takes that out of the flow: noise, and a viscosity that the liquid does not have. Where the
/// surface or a wall is within the kernel L = 1.
struct Corrections {
    const Quad<float>*diagonal = nullptr, *rest = nullptr;  ///< xx, yy, zz; and yz, zx, xy. Null: L = 1
};

/// D_i = V (W(0) + sum W) + share of walls, into `density`; 1 / (dD/dk of the particle itself, over
/// dt^2): Bender and Koschier (2015), "Divergence-free smoothed particle hydrodynamics", equation 9, with
/// walls as above, into `response`; and L.
struct DensityRows {
    float* density = nullptr;
    float* response = nullptr;
    Quad<float>*diagonal = nullptr, *rest = nullptr;
};
void sumDensity(const Neighbours& all, const Quad<float>* wall, std::size_t begin, std::size_t end,
                const DensityRows& into);

/// dD_i/dt = V sum (v_i - v_j) . L_i grad W + 2 (v_i . wall - wall_rate)
/// @param flow velocities [m/s] @param wall_rate of walls that move [1/s]; null: they stand still
void sumRate(const Neighbours& all, const Corrections& correct, const Quad<float>* flow,
             const Quad<float>* wall, const float* wall_rate, std::size_t begin, std::size_t end,
             float* rate);

/// a_i = -V sum (k_i L_i + k_j L_j) grad W - 2 k_i wall, into `push`; k is the weight of `place`. This is the
/// transpose of the rate, so that a projection by it makes no energy; equal and opposite in each pair, and
/// what it does to the angular momentum is what the rate says of a rigid rotation: nothing where L is exact.
void sumPush(const Neighbours& all, const Corrections& correct, const Quad<float>* wall, std::size_t begin,
             std::size_t end, Quad<float>* push);

}  // namespace talus::water
