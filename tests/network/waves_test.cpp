// Oscillator, chain and membrane against closed forms of the discrete two-step scheme (`w` is in radians per
// step): Cadoz, Luciani and Florens, Computer Music Journal 17(1), 1993; derived in docs/theory/network.md.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "tests/network/networks.h"

namespace talus::network {
namespace {

using test::simulationOf;
constexpr double pi = std::numbers::pi;

/// A signal that is one damped wave obeys x(n+1) = 2 r cos w x(n) - r^2 x(n-1): w and r by the recursion.
struct Wave {
    double frequency, decay;
};
Wave waveOf(const std::vector<double>& x) {
    // Least squares of x(n+1) = a x(n) + b x(n-1).
    double aa = 0, ab = 0, bb = 0, ya = 0, yb = 0;
    for (std::size_t n = 1; n + 1 < x.size(); ++n) {
        aa += x[n] * x[n];
        ab += x[n] * x[n - 1];
        bb += x[n - 1] * x[n - 1];
        ya += x[n + 1] * x[n];
        yb += x[n + 1] * x[n - 1];
    }
    const double det = aa * bb - ab * ab, a = (ya * bb - yb * ab) / det, b = (yb * aa - ya * ab) / det;
    const double decay = std::sqrt(-b);
    return {std::acos(a / (2 * decay)), decay};
}

// A mass on a spring to a fixed point (CORDIS' CEL): cos w = (2 - (K + Z)/M) / (2 sqrt(1 - Z/M)), and the
// amplitude falls by sqrt(1 - Z/M) in each step. M = 1, K = 0.01, Z = 1e-4: w = 0.10004420.
TEST(Network, AnOscillatorHasTheFrequencyAndDecayOfTheScheme) {
    auto simulation = simulationOf(oscillator(20, "stiffness = 0.01\ndamping = 1e-4\n"));
    const Wave wave = waveOf(heights(simulation, 0, 2000));
    EXPECT_NEAR(wave.frequency, std::acos((2 - 0.0101) / (2 * std::sqrt(1 - 1e-4))), 1e-8);
    EXPECT_NEAR(wave.frequency, 0.10004420, 1e-8);
    EXPECT_NEAR(wave.decay, std::sqrt(1 - 1e-4), 1e-9);
}

// Modes of a chain between two fixed ends: w = 2 asin(sqrt(K/M) sin(k pi / (2 (N + 1)))), N = 10, K/M = 0.05:
// 0.0636559, 0.1260781, ... A mode keeps its shape, so that each mass is one wave.
TEST(Network, AChainHasTheModesOfTheScheme) {
    for (const auto& [mode, published] :
         {std::pair{1, 0.0636559}, std::pair{2, 0.1260781}, std::pair{10, 0.4463578}}) {
        std::string positions;
        for (int i = 1; i <= 10; ++i)
            positions += fmt::format("[0, 0, {}],", 0.1 * std::sin(mode * pi * i / 11));
        auto simulation =
            simulationOf(head("rate = 100\ndimensions = 1\nunits = \"algorithm\"", "[0, 0, 0]", 10) +
                         fmt::format(R"(
[[masses]]
name = "chain"
positions = [{}]
[[masses]]
name = "ends"
kind = "fixed"
positions = [[0, 0, 0], [0, 0, 0]]
[[link]]
name = "springs"
kind = "spring"
pairs = "list"
first = [0, 1, 2, 3, 4, 5, 6, 7, 8]
second = [1, 2, 3, 4, 5, 6, 7, 8, 9]
between = ["chain"]
length = 0
stiffness = 0.05
[[link]]
name = "held"
kind = "spring"
pairs = "list"
first = [0, 9]
second = [0, 1]
between = ["chain", "ends"]
length = 0
stiffness = 0.05
)",
                                     positions));
        const Wave wave = waveOf(heights(simulation, 0, 1000));
        EXPECT_NEAR(wave.frequency, 2 * std::asin(std::sqrt(0.05) * std::sin(mode * pi / 22)), 1e-8);
        EXPECT_NEAR(wave.frequency, published, 5e-8);
        EXPECT_NEAR(wave.decay, 1, 1e-9);
    }
}

// A square membrane of masses that move along z: sin^2(w/2) = (K/M) (sin^2(i pi/2(N+1)) + sin^2(j
// pi/2(N+1))). The rim of the grid is held by a second grid of fixed masses; only the middle is plucked, in
// the mode (1, 1).
TEST(Network, AMembraneHasTheModesOfTheScheme) {
    constexpr int n = 6;
    std::string inner, outer, first, second, held, holder;
    int rim = 0;
    for (int j = 1; j <= n; ++j)
        for (int i = 1; i <= n; ++i) {
            inner += fmt::format("[{}, {}, {}],", i, j,
                                 0.1 * std::sin(pi * i / (n + 1)) * std::sin(2 * pi * j / (n + 1)));
            const int k = (j - 1) * n + i - 1;
            if (i < n) first += fmt::format("{},", k), second += fmt::format("{},", k + 1);
            if (j < n) first += fmt::format("{},", k), second += fmt::format("{},", k + n);
            for (const auto& [x, y] :
                 {std::pair{i - 1, j}, std::pair{i + 1, j}, std::pair{i, j - 1}, std::pair{i, j + 1}})
                if (x == 0 || y == 0 || x > n || y > n) {
                    outer += fmt::format("[{}, {}, 0],", x, y);
                    held += fmt::format("{},", k);
                    holder += fmt::format("{},", rim++);
                }
        }
    auto simulation =
        simulationOf(head("rate = 100\ndimensions = 1\nunits = \"algorithm\"", "[0, 0, 0]", 10) +
                     fmt::format(R"(
[[masses]]
name = "membrane"
positions = [{}]
[[masses]]
name = "rim"
kind = "fixed"
positions = [{}]
[[link]]
name = "springs"
kind = "spring"
pairs = "list"
first = [{}]
second = [{}]
between = ["membrane"]
length = 0
stiffness = 0.1
[[link]]
name = "held"
kind = "spring"
pairs = "list"
first = [{}]
second = [{}]
between = ["membrane", "rim"]
length = 0
stiffness = 0.1
)",
                                 inner, outer, first, second, held, holder));
    const Wave wave = waveOf(heights(simulation, 0, 1000));
    const auto square = [](double x) { return x * x; };
    const double half =
        std::sqrt(0.1 * (square(std::sin(pi / (2 * (n + 1)))) + square(std::sin(2 * pi / (2 * (n + 1))))));
    EXPECT_NEAR(wave.frequency, 2 * std::asin(half), 1e-8);
}

}  // namespace
}  // namespace talus::network
