#include "talus/particles/emit/schedule.h"

#include <algorithm>
#include <cmath>

namespace talus::particles {
namespace {

/// Trapezoids between the keys that time has passed, and the part of the one that it is in.
double keyframedSum(const Emitter& e, double time) {
    double sum = 0;
    for (std::size_t k = 0; k + 1 < e.times.size() && e.times[k] < time; ++k) {
        const double length = e.times[k + 1] - e.times[k],
                     passed = std::min(time, e.times[k + 1]) - e.times[k];
        const double rate_then = e.rates[k] + (e.rates[k + 1] - e.rates[k]) * (passed / length);
        sum += 0.5 * (e.rates[k] + rate_then) * passed;
    }
    return sum;
}

}  // namespace

std::uint64_t steadyDue(const Emitter& e, double time) {
    if (e.shape == Emitter::Shape::GrainHits) return 0;
    const double sum = e.times.empty()
                           ? e.rate * std::max(0.0, std::min(time, e.stop.value_or(time)) - e.start)
                           : keyframedSum(e, time);
    // A rate that divides a step evenly must not lose a particle to the last bit of a product.
    return static_cast<std::uint64_t>(std::floor(sum * (1 + 1e-14) + 1e-9));
}

std::uint64_t burstsDue(const Emitter& e, double time) {
    std::uint64_t due = 0;
    for (std::size_t k = 0; k < e.burst_times.size(); ++k)
        if (e.burst_times[k] <= time) due += static_cast<std::uint64_t>(e.burst_counts[k]);
    return due;
}

double largestRate(const Emitter& e) {
    return e.times.empty() ? e.rate : *std::max_element(e.rates.begin(), e.rates.end());
}

}  // namespace talus::particles
