#pragma once
#include "talus/math/quad.h"
#include "talus/water/search/neighbours.h"

/// Sums over neighbours that the solvers use, for the rows from `begin` to `end`. Densities are relative to
/// the density at rest. Pressures are stored as k = p / (rho_0 D^2) [m^2/s^2], D the relative density: the
/// acceleration by pressure is -V sum (k_i + k_j) grad W (Monaghan 1992, equation 3.3).
///
/// A wall counts as if water at rest filled it. `wall` holds the gradient of the share of the kernel that
/// lies in walls, and that share. The water in the wall mirrors the particle: it has the particle's pressure,
/// and the particle's velocity relative to the wall, reversed. Hence the factor 2 in both the force and the
/// rate: a uniform pressure then leaves all at rest, and the force is the transpose of the rate, so that
/// walls neither add nor remove energy. (With 2 in the force alone a column at rest heats up; with 1 in both,
/// water stands 10% too near to its walls.)
namespace talus::water {

/// Corrections that make the sum of gradients exact for velocities that are linear in the position: for each
/// particle the symmetric matrix L = (-V sum r x grad W)^-1, r = x_j - x_i (Bonet and Lok 1999, "Variational
/// and momentum preservation aspects of smooth particle hydrodynamic formulations", section 4). Without them
/// a flow without compression has a computed rate of compression that depends on the arrangement of its
/// particles. A projection removes that rate from the flow, which adds noise and a viscosity that the liquid
/// does not have. Where the surface or a wall is within the kernel, L = 1.
struct Corrections {
    const Quad<float>*diagonal = nullptr, *rest = nullptr;  ///< xx, yy, zz and yz, zx, xy; null: L = 1
};

/// Computes for each particle:
/// `density` D_i = V (W(0) + sum W) + share of walls;
/// `response` 1 / (dD_i/dk_i over dt^2): Bender and Koschier (2015), "Divergence-free smoothed particle
/// hydrodynamics", equation 9, with walls as above;
/// `diagonal` and `rest`, the matrix L of Corrections.
struct DensityRows {
    float* density = nullptr;
    float* response = nullptr;
    Quad<float>*diagonal = nullptr, *rest = nullptr;
};
void sumDensity(const Neighbours& all, const Quad<float>* wall, std::size_t begin, std::size_t end,
                const DensityRows& into);

/// dD_i/dt = V sum (v_i - v_j) . L_i grad W + 2 (v_i . wall - wall_rate)
/// @param flow velocities [m/s] @param wall_rate of moving walls [1/s]; null: no wall moves
void sumRate(const Neighbours& all, const Corrections& correct, const Quad<float>* flow,
             const Quad<float>* wall, const float* wall_rate, std::size_t begin, std::size_t end,
             float* rate);

/// a_i = -V sum (k_i L_i + k_j L_j) grad W - 2 k_i wall, into `pressure_acceleration`; k is w of
/// `position_pressure`. This is the transpose of the rate, so that a projection adds no energy. It is equal
/// and opposite in each pair. It changes the angular momentum by as much as the rate of a rigid rotation
/// differs from 0: not at all where L is exact.
void sumPressureAcceleration(const Neighbours& all, const Corrections& correct, const Quad<float>* wall,
                             std::size_t begin, std::size_t end, Quad<float>* pressure_acceleration);

}  // namespace talus::water
