#include "talus/environment/sources/schedule.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus::environment {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// The interval between two keyframes of the rate.
struct Stretch {
    double from, to;        ///< [s]
    double rate, end_rate;  ///< at its ends

    double rateAt(double time) const { return rate + (end_rate - rate) * ((time - from) / (to - from)); }
    double amountBy(double time) const { return 0.5 * (rate + rateAt(time)) * (time - from); }
    /// The root of amountBy(time) = amount, in a form that is stable for rising, falling and constant rates.
    double timeOf(double amount) const {
        const double slope = (end_rate - rate) / (to - from);
        const double then = std::sqrt(std::max(0.0, rate * rate + 2 * slope * amount));
        return amount > 0 ? from + 2 * amount / (rate + then) : from;
    }
};

std::vector<Stretch> stretchesOf(const Schedule& s) {
    std::vector<Stretch> all;
    // Only keyframes that have both: checks call this before they report that some lack one.
    for (std::size_t k = 0; k + 1 < std::min(s.times.size(), s.rates.size()); ++k)
        all.push_back({s.times[k], s.times[k + 1], s.rates[k], s.rates[k + 1]});
    return all;
}

std::uint64_t countOf(double pieces, const Schedule& s) {
    constexpr double max_count = 9e18;  // below the largest 64-bit number
    const auto due = static_cast<std::uint64_t>(std::clamp(pieces, 0.0, max_count));
    return s.count == 0 ? due : std::min(due, s.count);
}

}  // namespace

double rateAt(const Schedule& s, double time) {
    if (s.times.empty()) return time >= s.start && time <= s.stop.value_or(never) ? s.rate : 0;
    for (const Stretch& each : stretchesOf(s))
        if (time >= each.from && time <= each.to) return each.rateAt(time);
    return 0;
}

double largestRate(const Schedule& s) {
    if (s.times.empty()) return s.rate;
    return s.rates.empty() ? 0 : *std::max_element(s.rates.begin(), s.rates.end());
}

double beginOf(const Schedule& s) {
    if (s.times.empty()) return s.rate > 0 && s.start <= s.stop.value_or(never) ? s.start : never;
    for (const Stretch& each : stretchesOf(s))
        if (each.rate > 0 || each.end_rate > 0) return each.from;
    return never;
}

double amountBy(const Schedule& s, double time) {
    if (s.times.empty())
        return s.rate > 0 ? s.rate * std::max(0.0, std::min(time, s.stop.value_or(time)) - s.start) : 0;
    double sum = 0;
    for (const Stretch& each : stretchesOf(s)) {
        if (!(each.from < time)) break;
        sum += each.amountBy(std::min(time, each.to));
    }
    return sum;
}

double timeOf(const Schedule& s, double amount) {
    const double begin = beginOf(s);
    if (!(amount > 0) || begin == never) return begin;
    // An amount that is due exactly at the end must not be lost to round-off.
    constexpr double round_off = 1e-12;
    if (s.times.empty()) {
        const double time = s.start + amount / s.rate, end = s.stop.value_or(never);
        if (time <= end) return time;
        return amount <= amountBy(s, end) * (1 + round_off) ? end : never;
    }
    double before = 0;
    for (const Stretch& each : stretchesOf(s)) {
        const double all = each.amountBy(each.to);
        if (all > 0 && before + all >= amount * (1 - round_off))
            return each.timeOf(std::min(amount - before, all));
        before += all;
    }
    return never;
}

std::uint64_t wholeBy(const Schedule& s, double time) {
    // A rate that divides a step evenly must not lose a piece to round-off.
    return countOf(std::floor(amountBy(s, time) * (1 + 1e-14) + 1e-9), s);
}

std::uint64_t begunBy(const Schedule& s, double time, double size) {
    if (time < beginOf(s)) return 0;
    return countOf(std::floor(amountBy(s, time) / size) + 1, s);
}

std::uint64_t burstsBy(const Schedule& s, double time) {
    std::uint64_t due = 0;
    for (std::size_t k = 0; k < s.burst_times.size(); ++k)
        if (s.burst_times[k] <= time) due += static_cast<std::uint64_t>(s.burst_counts[k]);
    return due;
}

}  // namespace talus::environment
