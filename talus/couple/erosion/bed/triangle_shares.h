#pragma once
#include <algorithm>
#include <array>
#include <cstddef>

namespace talus::couple::erosion {

/// Distributes a gain of height over the corners of a triangle: to the lowest corner first until it is level
/// with the next, then to both, then to all three (Kristof, Benes, Krivanek, Stava 2009, 4.4).
/// @param amount sum of the gains of the three corners [m], > 0 @return share of each corner; their sum is 1
inline std::array<double, 3> lowestFirst(const std::array<double, 3>& height, double amount) {
    std::array<std::size_t, 3> order{0, 1, 2};
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return height[a] < height[b]; });
    const double a = height[order[0]], b = height[order[1]] - a, c = height[order[2]] - a;
    std::array<double, 3> share{0, 0, 0};
    const auto rise = [&](std::size_t count, double to) {
        double rest = 1;
        for (std::size_t k = 1; k < count; ++k) {
            const double own = (to - (height[order[k]] - a)) / amount;
            share[order[k]] = own;
            rest -= own;
        }
        share[order[0]] = rest;
    };
    if (amount <= b)
        rise(1, amount);
    else if (amount <= b + 2 * (c - b))
        rise(2, (amount + b) / 2);
    else
        rise(3, (amount + b + c) / 3);
    return share;
}

/// Distributes a loss of height in the same way, from the highest corner first.
inline std::array<double, 3> highestFirst(const std::array<double, 3>& height, double amount) {
    return lowestFirst({-height[0], -height[1], -height[2]}, amount);
}

}  // namespace talus::couple::erosion
