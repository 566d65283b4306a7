#pragma once
#include "talus/exec/exec.h"
#include "talus/exec/view.h"
#include "talus/water/boundary/free_bodies.h"
#include "talus/water/boundary/sheet_points.h"
#include "talus/water/search/neighbours.h"
#include "talus/water/solver/pressure_iterations.h"
#include "talus/water/solver/sums.h"

namespace talus::water {

/// The arrays of a solve, one row per particle. All but the pressures are scratch.
struct SolveRows {
    exec::View<Quad<float>> position_pressure;  ///< w: the pressures k [m^2/s^2], first guess and result
    exec::View<const Quad<float>> wall;
    exec::View<Quad<float>> pressure_acceleration;  ///< made by the pressures of the iteration; on return, by
                                                    ///< those of the result
    Corrections correct;
    exec::View<const float> source;  ///< compression to remove, over dt^2 [1/s^2]
    exec::View<const float> response;
    exec::View<float> residual;
    exec::View<Quad<float>> best;  ///< of type Iterate
};

/// Finds pressures k >= 0 that remove the compression. Where k > 0 the residual source + L k is 0; where k =
/// 0 it is at most 0. L k is the rate of the rate of compression by the accelerations of k (sums.h). Method:
/// Jacobi iterations with relaxation (Bender and Koschier 2015; in the form of Koschier and others 2022, "A
/// survey on SPH methods in computer graphics", 3.3), projected onto k >= 0 and accelerated by conjugate
/// gradients (pressure_iterations.h). The scalar products that this needs take no extra pass over pairs. So
/// the first guess, the pressures of the step before, is scaled to the right size at once, and deep water
/// needs few iterations.
/// @param all its `position_pressure` is that of `rows`
/// @param dt time step [s]; a residual times dt^2 is a compression
/// @param bodies, sheets free bodies and sheets that the pressures accelerate; null: there are none
Solved solvePressure(const exec::Exec& exec, const Neighbours& all, const SolveRows& rows, double dt,
                     const SolveLimits& limits, FreeBodies* bodies = nullptr, SheetPoints* sheets = nullptr);

}  // namespace talus::water
