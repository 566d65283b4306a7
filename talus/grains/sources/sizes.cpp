#include "talus/grains/sources/sizes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace talus::grains {
namespace {

double normalCumulated(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

/// Inverse of the lower half of the cumulative normal distribution, 0 < p <= 1/2, by Newton's method on its
/// logarithm. The logarithm is concave, so iterations that start left of the solution stay on the left and
/// converge. The start -sqrt(-2 ln p) is always on the left.
double lowerNormalQuantile(double p) {
    double z = -std::sqrt(-2 * std::log(p));
    for (int step = 0; step < 60; ++step) {
        const double cumulated = normalCumulated(z);
        const double density = std::exp(-0.5 * z * z) / std::sqrt(2 * std::numbers::pi);
        const double change = -(std::log(cumulated / p)) * cumulated / density;
        z += change;
        if (std::abs(change) < 1e-14 * (1 + std::abs(z))) break;
    }
    return z;
}

/// Quantile p of the normal distribution truncated to [low, high]. @pre low <= 0 <= high
double truncatedNormal(double low, double high, double p) {
    const double from = normalCumulated(low), to = normalCumulated(high);
    const double cumulated = from + p * (to - from);
    if (!(cumulated > 0)) return low;
    if (!(cumulated < 1)) return high;
    const double z = cumulated <= 0.5 ? lowerNormalQuantile(cumulated) : -lowerNormalQuantile(1 - cumulated);
    return std::clamp(z, low, high);  // against round-off only
}

/// Normal, Lognormal: conversion between a radius and its standard normal deviate.
double deviateOf(const Sizes& sizes, double radius) {
    return sizes.distribution == Sizes::Distribution::Normal
               ? (radius - sizes.grain_radius) / sizes.radius_deviation
               : std::log(radius / sizes.grain_radius) / std::log(sizes.radius_ratio);
}
double radiusAt(const Sizes& sizes, double deviate) {
    return sizes.distribution == Sizes::Distribution::Normal
               ? sizes.grain_radius + deviate * sizes.radius_deviation
               : sizes.grain_radius * std::exp(deviate * std::log(sizes.radius_ratio));
}

/// Share by number of radius k, not normalised.
double numberShare(const Sizes& sizes, std::size_t k) {
    const double a = sizes.radii[k];
    return sizes.shares_of == Sizes::ShareOf::Number ? sizes.shares[k] : sizes.shares[k] / (a * a * a);
}

double discrete(const Sizes& sizes, double p) {
    double sum = 0;
    for (std::size_t k = 0; k < sizes.radii.size(); ++k) sum += numberShare(sizes, k);
    double left = p * sum;
    for (std::size_t k = 0; k + 1 < sizes.radii.size(); ++k) {
        left -= numberShare(sizes, k);
        if (left < 0) return sizes.radii[k];
    }
    return sizes.radii.back();
}

}  // namespace

double smallestRadius(const Sizes& sizes) {
    switch (sizes.distribution) {
        case Sizes::Distribution::Uniform: return sizes.grain_radius * (1 - sizes.radius_spread);
        case Sizes::Distribution::Normal:
        case Sizes::Distribution::Lognormal: return sizes.radius_min;
        case Sizes::Distribution::Discrete: return *std::min_element(sizes.radii.begin(), sizes.radii.end());
    }
    return 0;
}

double largestRadius(const Sizes& sizes) {
    switch (sizes.distribution) {
        case Sizes::Distribution::Uniform: return sizes.grain_radius * (1 + sizes.radius_spread);
        case Sizes::Distribution::Normal:
        case Sizes::Distribution::Lognormal: return sizes.radius_max;
        case Sizes::Distribution::Discrete: return *std::max_element(sizes.radii.begin(), sizes.radii.end());
    }
    return 0;
}

double radiusQuantile(const Sizes& sizes, double p) {
    switch (sizes.distribution) {
        case Sizes::Distribution::Uniform: {
            const double low = 1 - sizes.radius_spread, high = 1 + sizes.radius_spread;
            return sizes.grain_radius * (low + (high - low) * p);
        }
        case Sizes::Distribution::Normal:
        case Sizes::Distribution::Lognormal: {
            const double z =
                truncatedNormal(deviateOf(sizes, sizes.radius_min), deviateOf(sizes, sizes.radius_max), p);
            return std::clamp(radiusAt(sizes, z), sizes.radius_min, sizes.radius_max);
        }
        case Sizes::Distribution::Discrete: return discrete(sizes, p);
    }
    return 0;
}

double meanPower(const Sizes& sizes, int power) {
    if (sizes.distribution == Sizes::Distribution::Discrete) {
        double sum = 0, parts = 0;
        for (std::size_t k = 0; k < sizes.radii.size(); ++k) {
            parts += numberShare(sizes, k);
            sum += numberShare(sizes, k) * std::pow(sizes.radii[k], power);
        }
        return sum / parts;
    }
    const double smallest = smallestRadius(sizes), largest = largestRadius(sizes);
    if (sizes.distribution == Sizes::Distribution::Uniform)  // exact up to the third power
        return (std::pow(smallest, power) + 4 * std::pow(sizes.grain_radius, power) +
                std::pow(largest, power)) /
               6;
    // Simpson's rule over the deviate, up to where the density is negligible (exp(-81/2) is 3e-18).
    constexpr int intervals = 1000;
    constexpr double farthest = 9;
    const double low = std::max(deviateOf(sizes, smallest), -farthest),
                 high = std::min(deviateOf(sizes, largest), farthest);
    double sum = 0, share = 0;
    for (int k = 0; k <= intervals; ++k) {
        const double z = low + (high - low) * k / intervals;
        const double weight = (k == 0 || k == intervals ? 1 : k % 2 == 1 ? 4 : 2) * std::exp(-0.5 * z * z);
        sum += weight * std::pow(radiusAt(sizes, z), power);
        share += weight;
    }
    return sum / share;
}

double drawRadius(const Random& random, const Sizes& sizes, std::uint64_t k) {
    constexpr std::uint32_t radius_channel = 0;
    return radiusQuantile(sizes, random.uniform(k, radius_channel));
}

}  // namespace talus::grains
