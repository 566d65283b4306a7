#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

#include "talus/exec/view.h"
#include "talus/math/quad.h"

/// The turns of a solve for pressures (pressure_solve.h), whatever goes through the pairs.
namespace talus::water {

/// When a solve ends.
struct SolveLimits {
    double error = 1e-3;  ///< mean compression that may be left
    int least = 1, most = 200;
    float relaxation = 0.5f;  ///< share of each turn that is taken (relaxation.h)
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

/// A turn of Jacobi's method for one particle, and somewhat beyond.
struct TurnPressure {
    float relaxation;
    bool first;    ///< there is no turn before
    float beyond;  ///< share of the way from the turn before
    exec::View<const float> source, rate, response;
    exec::View<float> before;
    exec::View<Quad<float>> place;

    TALUS_HD void operator()(std::size_t i) const {
        const float residual = source[i] + rate[i];
        const float next = std::max(0.0f, place[i].w + relaxation * response[i] * residual);
        const float way = first ? 0.0f : next - before[i];
        before[i] = next;
        place[i].w = std::max(0.0f, next + beyond * way);
    }
};

/// Where the error grows more often than this, the rest of the turns are plain ones: slower, and sure.
inline constexpr int most_anew = 2;

/// Takes turns until the error is within the limits. @param error() of the pressures as they are
/// @param turn(first, beyond) as of TurnPressure
template <class ErrorLeft, class Turn>
Solved takeTurns(const SolveLimits& limits, ErrorLeft error, Turn turn) {
    Solved solved;
    double last = std::numeric_limits<double>::infinity();
    int in_row = 0, begun_anew = 0;
    for (;; ++in_row) {
        solved.error = error();
        if (solved.iterations >= limits.most ||
            (solved.iterations >= limits.least && solved.error <= limits.error))
            return solved;
        ++solved.iterations;
        if (solved.error > last) {
            in_row = 0;
            ++begun_anew;
        }
        last = solved.error;
        turn(in_row == 0,
             begun_anew > most_anew ? 0.0f : static_cast<float>(in_row) / static_cast<float>(in_row + 3));
    }
}

}  // namespace talus::water
