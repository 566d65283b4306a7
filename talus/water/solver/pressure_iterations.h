#pragma once
#include <algorithm>
#include <cmath>

#include "talus/exec/view.h"
#include "talus/math/quad.h"

/// The iterations of a pressure solve (pressure_solve.h), independent of the code that sums over pairs.
///
/// The equations are source + L p = 0 where p > 0, and source + L p <= 0 where p = 0. -L is symmetric and
/// positive definite. Each iteration starts from an iterate (pressure and its rate L p). A Jacobi step from
/// it gives a trial pressure. The next iterate is the best combination of the step to the trial and of the
/// last search direction. Where no pressure is held at 0 these are conjugate gradients, preconditioned by
/// the diagonal (Hestenes and Stiefel 1952, "Methods of conjugate gradients for solving linear systems").
namespace talus::water {

/// When a solve ends.
struct SolveLimits {
    double error = 1e-3;  ///< accepted mean compression
    int min_iterations = 1, max_iterations = 200;
    float relaxation = 0.5f;  ///< share of each Jacobi step that is tried (relaxation.h)
};

/// How it ended.
struct Solved {
    int iterations = 0;
    double error = 0;  ///< remaining mean compression
};

/// The size of the residual at a particle. Where there is pressure, a residual below 0 counts too: otherwise
/// a first guess that is too large would remain, and add energy.
/// @param residual of the equation [1/s^2] @param response 0: the particle has no neighbours
TALUS_HD inline float constrainedResidual(float residual, float pressure, float response) {
    if (!(response > 0)) return 0;
    return pressure > 0 ? std::abs(residual) : std::max(0.0f, residual);
}

/// What a solve keeps of a particle between iterations: its pressure, the rate that the pressures of all
/// particles make there, and the last change of both (the search direction).
struct Iterate {
    float pressure = 0, rate = 0, direction = 0, direction_rate = 0;

    Iterate() = default;
    TALUS_HD explicit Iterate(const Quad<float>& row)
        : pressure(row.x), rate(row.y), direction(row.z), direction_rate(row.w) {}
    TALUS_HD Quad<float> row() const { return {pressure, rate, direction, direction_rate}; }
};

/// Sums over all particles in one iteration. r is the residual of the iterate, t the step from the iterate to
/// the trial, d the last search direction, and L the matrix that turns pressures into rates.
struct IterationSums {
    double error = 0;                  ///< of constrainedResidual()
    double r_t = 0, r_d = 0;           ///< r t, r d
    double t_t = 0, t_d = 0, d_d = 0;  ///< -t L t, -t L d, -d L d

    TALUS_HD friend IterationSums operator+(const IterationSums& a, const IterationSums& b) {
        return {a.error + b.error, a.r_t + b.r_t, a.r_d + b.r_d, a.t_t + b.t_t, a.t_d + b.t_d, a.d_d + b.d_d};
    }
};

/// The next iterate is the last one, plus `trial` times the step to the trial, plus `direction` times the
/// last search direction.
struct StepCoefficients {
    float trial = 1, direction = 0;
};

/// The coefficients that minimize the residual in the norm of 1 / -L: they make it 0 along both t and d.
inline StepCoefficients coefficientsOf(const IterationSums& s) {
    if (!(s.t_t > 0)) return {};
    const double det = s.t_t * s.d_d - s.t_d * s.t_d;
    // t and d are nearly parallel: round-off would decide. Use t alone.
    if (!(det > 1e-6 * s.t_t * s.d_d)) return {static_cast<float>(std::max(0.0, s.r_t / s.t_t)), 0};
    return {static_cast<float>(std::max(0.0, (s.r_t * s.d_d - s.r_d * s.t_d) / det)),
            static_cast<float>((s.r_d * s.t_t - s.r_t * s.t_d) / det)};
}

/// What one particle adds to the sums. In the first iteration the iterate is zero, and the first guess is the
/// trial.
struct IterationTerms {
    bool first;
    exec::View<const float> source, rate, response;
    exec::View<const Quad<float>> best, position_pressure;

    TALUS_HD IterationSums operator()(std::size_t i) const {
        const Iterate b = first ? Iterate{} : Iterate(best[i]);
        const float pressure = position_pressure[i].w;
        const double r = double{source[i]} + b.rate, t = double{pressure} - b.pressure,
                     t_rate = double{rate[i]} - b.rate, d = b.direction, d_rate = b.direction_rate;
        return {constrainedResidual(source[i] + rate[i], pressure, response[i]),
                r * t,
                r * d,
                -t * t_rate,
                -0.5 * (t * d_rate + d * t_rate),
                -d * d_rate};
    }
};

/// Moves the iterate by the coefficients, and takes a Jacobi step from it to the next trial.
struct NextTrial {
    bool first;
    StepCoefficients step;
    float relaxation;  ///< share of the Jacobi step
    exec::View<const float> source, rate, response;
    exec::View<Quad<float>> best, position_pressure;

    TALUS_HD void operator()(std::size_t i) const {
        const Iterate b = first ? Iterate{} : Iterate(best[i]);
        Iterate next;
        next.pressure = std::max(0.0f, b.pressure + step.trial * (position_pressure[i].w - b.pressure) +
                                           step.direction * b.direction);
        next.rate = b.rate + step.trial * (rate[i] - b.rate) + step.direction * b.direction_rate;
        next.direction = next.pressure - b.pressure;
        next.direction_rate = next.rate - b.rate;
        best[i] = next.row();
        position_pressure[i].w =
            std::max(0.0f, next.pressure + relaxation * response[i] * (source[i] + next.rate));
    }
};

/// Iterates until the error is within the limits.
/// @param scale from the sum of all residuals to the error
/// @param evaluate(first) returns the sums of the trial pressures
/// @param advance(first, coefficients) makes the next trial pressures
template <class Evaluate, class Advance>
Solved iteratePressures(const SolveLimits& limits, double scale, Evaluate evaluate, Advance advance) {
    Solved solved;
    for (;; ++solved.iterations) {
        const bool first = solved.iterations == 0;
        const IterationSums sums = evaluate(first);
        solved.error = scale * sums.error;
        const bool enough = solved.iterations >= limits.min_iterations && solved.error <= limits.error;
        if (enough || solved.iterations >= limits.max_iterations) return solved;
        advance(first, coefficientsOf(sums));
    }
}

}  // namespace talus::water
