#pragma once
#include "talus/step/stage.h"
#include "talus/water/search/neighbours.h"

namespace talus::water {

/// Viscosity of thick liquids, solved for: the velocities v at the end of the step under which
/// v = v* + dt nu L v, L the sums of Viscosity and WallFriction (forces.h). So the step does not depend on
/// it. The matrix is symmetric and positive, and the method is that of conjugate gradients with its diagonal
/// (as Weiler, Koschier, Brand, Bender 2018, "A physically consistent implicit viscosity solver for SPH
/// fluids", with another L).
struct ViscousSolve {
    static constexpr const char* name = "viscous solve";
    Smoothing smoothing;
    double viscosity = 0;  ///< nu [m^2/s]
    double stick = 1;      ///< of walls, as WallFriction's
    double error = 1e-3;   ///< of the residual, a share of the first one
    int max_iterations = 500;

    step::Access access() const;
    void run(step::Step& step) const;

    /// The report of a solve that did not converge.
    step::Trouble notSolved() const;
};

/// -L v without walls for rows from `begin` to `end`: -2 V sum g (v_i - v_j) into `out`.
void sumViscous(const Neighbours& all, const Quad<float>* velocity, std::size_t begin, std::size_t end,
                Vec3f* out);
/// Its diagonal, -2 V sum g, into `diagonal` [1/m^2].
void sumViscousDiagonal(const Neighbours& all, std::size_t begin, std::size_t end, float* diagonal);

}  // namespace talus::water
