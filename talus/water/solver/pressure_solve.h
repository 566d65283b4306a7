#pragma once
#include "talus/exec/exec.h"
#include "talus/exec/view.h"
#include "talus/water/boundary/yielding_walls.h"
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
    exec::View<Quad<float>> best;  ///< BestSoFar
};

/// Pressures k >= 0 under which the compression goes: where k > 0 the residual source + L k is 0, and
/// elsewhere not above it, with L k the rate of the rate of compression by the accelerations of k (sums.h).
/// Each turn tries one of Jacobi's method with relaxation (Bender and Koschier 2015; in the form of Koschier
/// and others 2022, "A survey on SPH methods in computer graphics", 3.3), projected onto k >= 0. Then the
/// best of that and of the way before is taken, by products that cost no pass over pairs: where no pressure
/// is held at 0 these are conjugate gradients (Hestenes and Stiefel 1952), preconditioned by the diagonal. So
/// the first guess, the pressures of the step before, is brought to the right size at once, and deep water
/// costs few turns.
/// @param all its `place` is that of `rows` @param dt [s] of the compressions
/// @param yielding bodies that the pressures accelerate; null: there are none
Solved solvePressure(const exec::Exec& exec, const Neighbours& all, const SolveRows& rows, double dt,
                     const SolveLimits& limits, YieldingWalls* yielding = nullptr);

}  // namespace talus::water
