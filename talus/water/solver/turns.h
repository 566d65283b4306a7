#pragma once
#include <algorithm>
#include <cmath>

#include "talus/exec/view.h"
#include "talus/math/quad.h"

/// The turns of a solve for pressures (pressure_solve.h), whatever goes through the pairs.
namespace talus::water {

/// When a solve ends.
struct SolveLimits {
    double error = 1e-3;  ///< mean compression that may be left
    int least = 1, most = 200;
    float relaxation = 0.5f;  ///< share of each turn of Jacobi's method that is tried (relaxation.h)
};

/// How it ended.
struct Solved {
    int iterations = 0;
    double error = 0;  ///< mean compression that is left
};

/// What is wrong at a particle: compression that is left; where there is pressure also what it has overdone,
/// or a first guess that is too large would stand, and make energy.
/// @param residual of the equation [1/s^2] @param response 0: it is alone
TALUS_HD inline float wrongAt(float residual, float pressure, float response) {
    if (!(response > 0)) return 0;
    return pressure > 0 ? std::abs(residual) : std::max(0.0f, residual);
}

/// What a solve keeps of a particle from turn to turn: the best pressure so far, the rate that all these
/// pressures make, and how the last turn changed the two.
struct BestSoFar {
    float pressure = 0, rate = 0, way = 0, way_rate = 0;

    BestSoFar() = default;
    TALUS_HD explicit BestSoFar(const Quad<float>& row)
        : pressure(row.x), rate(row.y), way(row.z), way_rate(row.w) {}
    TALUS_HD Quad<float> row() const { return {pressure, rate, way, way_rate}; }
};

/// Sums over all particles that tell how a turn went. With r the residual of the best pressures so far, t
/// what the turn has tried beyond them, w their last way, and L what turns pressures into rates:
struct TurnSums {
    double wrong = 0;                  ///< of wrongAt()
    double r_t = 0, r_w = 0;           ///< r t, r w
    double t_t = 0, t_w = 0, w_w = 0;  ///< -t L t, -t L w, -w L w

    TALUS_HD friend TurnSums operator+(const TurnSums& a, const TurnSums& b) {
        return {a.wrong + b.wrong, a.r_t + b.r_t, a.r_w + b.r_w, a.t_t + b.t_t, a.t_w + b.t_w, a.w_w + b.w_w};
    }
};

/// How much of what was tried goes into the next best pressures, and of the way before.
struct TurnFit {
    float tried = 1, way = 0;
};

/// The most that the two can do: -L is symmetric and positive, so what they leave, the residual in the
/// measure of 1 / -L, is least where the residual is 0 along both.
inline TurnFit fitOf(const TurnSums& s) {
    if (!(s.t_t > 0)) return {};
    const double det = s.t_t * s.w_w - s.t_w * s.t_w;
    // Nearly along each other: round-off would choose.
    if (!(det > 1e-6 * s.t_t * s.w_w)) return {static_cast<float>(std::max(0.0, s.r_t / s.t_t)), 0};
    return {static_cast<float>(std::max(0.0, (s.r_t * s.w_w - s.r_w * s.t_w) / det)),
            static_cast<float>((s.r_w * s.t_t - s.r_t * s.t_w) / det)};
}

/// What one particle adds to the sums. At the first turn the best so far is no pressure, and the first guess
/// is what was tried.
struct LookAtTurn {
    bool first;
    exec::View<const float> source, rate, response;
    exec::View<const Quad<float>> best, place;

    TALUS_HD TurnSums operator()(std::size_t i) const {
        const BestSoFar b = first ? BestSoFar{} : BestSoFar(best[i]);
        const float pressure = place[i].w;
        const double r = double{source[i]} + b.rate, t = double{pressure} - b.pressure,
                     t_rate = double{rate[i]} - b.rate, w = b.way, w_rate = b.way_rate;
        return {wrongAt(source[i] + rate[i], pressure, response[i]),
                r * t,
                r * w,
                -t * t_rate,
                -0.5 * (t * w_rate + w * t_rate),
                -w * w_rate};
    }
};

/// Takes the best of what is known, and tries a turn of Jacobi's method from there.
struct TryTurn {
    bool first;
    TurnFit fit;
    float share;  ///< of a turn
    exec::View<const float> source, rate, response;
    exec::View<Quad<float>> best, place;

    TALUS_HD void operator()(std::size_t i) const {
        const BestSoFar b = first ? BestSoFar{} : BestSoFar(best[i]);
        BestSoFar next;
        next.pressure = std::max(0.0f, b.pressure + fit.tried * (place[i].w - b.pressure) + fit.way * b.way);
        next.rate = b.rate + fit.tried * (rate[i] - b.rate) + fit.way * b.way_rate;
        next.way = next.pressure - b.pressure;
        next.way_rate = next.rate - b.rate;
        best[i] = next.row();
        place[i].w = std::max(0.0f, next.pressure + share * response[i] * (source[i] + next.rate));
    }
};

/// Takes turns until the error is within the limits.
/// @param scale of the sum of all that is wrong to the error @param look(first) gives the sums of the
/// pressures as they are @param next(first, fit) tries other ones
template <class Look, class Next>
Solved takeTurns(const SolveLimits& limits, double scale, Look look, Next next) {
    Solved solved;
    for (;; ++solved.iterations) {
        const bool first = solved.iterations == 0;
        const TurnSums sums = look(first);
        solved.error = scale * sums.wrong;
        const bool enough = solved.iterations >= limits.least && solved.error <= limits.error;
        if (enough || solved.iterations >= limits.most) return solved;
        next(first, fitOf(sums));
    }
}

}  // namespace talus::water
