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
    float relaxation = 0.5f;  ///< share of each turn that is taken at first (relaxation.h)
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
    float share;   ///< of it that is taken
    bool first;    ///< there is no turn before
    float beyond;  ///< share of the way from the turn before
    exec::View<const float> source, rate, response;
    exec::View<float> before;
    exec::View<Quad<float>> place;

    TALUS_HD void operator()(std::size_t i) const {
        const float residual = source[i] + rate[i];
        const float next = std::max(0.0f, place[i].w + share * response[i] * residual);
        const float way = first ? 0.0f : next - before[i];
        before[i] = next;
        place[i].w = std::max(0.0f, next + beyond * way);
    }
};

/// Takes turns until the error is within the limits. Where the error grows, the way from the turn before does
/// not count any more (O'Donoghue and Candes 2015). If it grows within two turns of that, it is no ripple of
/// the acceleration: turns overdo, as they may where water is dense, and less of each is taken from then on.
/// @param error() of the pressures as they are @param turn(share, first, beyond) as of TurnPressure
template <class ErrorLeft, class Turn>
Solved takeTurns(const SolveLimits& limits, ErrorLeft error, Turn turn) {
    constexpr float less = 0.7f;  // chosen: two of these bring what overdoes twice as much below 1
    Solved solved;
    double last = std::numeric_limits<double>::infinity();
    float share = limits.relaxation;
    for (int in_row = 0;; ++in_row) {
        solved.error = error();
        if (solved.iterations >= limits.most ||
            (solved.iterations >= limits.least && solved.error <= limits.error))
            return solved;
        ++solved.iterations;
        if (solved.error > last) {
            if (in_row <= 2) share *= less;
            in_row = 0;
        }
        last = solved.error;
        turn(share, in_row == 0, static_cast<float>(in_row) / static_cast<float>(in_row + 3));
    }
}

}  // namespace talus::water
