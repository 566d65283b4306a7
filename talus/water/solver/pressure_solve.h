#pragma once
#include "talus/exec/exec.h"
#include "talus/exec/view.h"
#include "talus/water/search/neighbours.h"
#include "talus/water/solver/sums.h"
#include "talus/water/solver/turns.h"

namespace talus::water {

/// What a solve works on, a row a particle: scratch but for the pressures.
struct SolveRows {
    exec::View<Quad<float>> place;  ///< its weight: the pressures k [m^2/s^2], first guess and result
    exec::View<const Quad<float>> wall;
    exec::View<Quad<float>> push;  ///< acceleration by the pressures, on return that of the result
    Corrections correct;
    exec::View<const float> source;  ///< compression that is to go, over dt^2 [1/s^2]
    exec::View<const float> response;
    exec::View<float> residual;
    exec::View<float> before;  ///< pressures of the turn before
};

/// Pressures k >= 0 under which the compression goes: where k > 0 the residual source + L k is 0, and
/// elsewhere not above it, with L k the rate of the rate of compression by the accelerations of k (sums.h).
/// Jacobi's method with relaxation (Bender and Koschier 2015; in the form of Koschier and others 2022, "A
/// survey on SPH methods in computer graphics", 3.3), each turn projected onto k >= 0; and each turn begins
/// somewhat beyond the last one in its direction (Nesterov's acceleration; it begins anew where the error
/// grows: O'Donoghue and Candes 2015, "Adaptive restart for accelerated gradient schemes"; turns.h).
/// @param all its `place` is that of `rows` @param dt [s] of the compressions
Solved solvePressure(const exec::Exec& exec, const Neighbours& all, const SolveRows& rows, double dt,
                     const SolveLimits& limits);

}  // namespace talus::water
