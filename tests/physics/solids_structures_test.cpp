// Known structures and machines: an arch, Newton's cradle, a double pendulum.
#include <array>
#include <cmath>
#include <fstream>
#include <numbers>

#include "talus/solids/fields.h"
#include "talus/solids/instance.h"
#include "tests/support/scene_head.h"
#include "tests/support/scene_text.h"
#include "tests/support/temporary_folder.h"

namespace talus::solids {
namespace {

using test::runTo;
using test::simulationOf;

constexpr double g = 9.81;

BodyState bodyAt(const scene::Simulation& simulation, std::size_t row) {
    return bodyIn(simulation.world().table(bodies_table), row);
}

/// A half circle of `count` stones, of radius 1 m in the middle, on a floor.
std::string archOf(const test::TemporaryFolder& folder, int count, double thickness) {
    std::string text = test::sceneHead("arch", {.duration = 20, .frame_interval = 0.05}, {{"stone"}}) +
                       "[[wall]]\nname = \"floor\"\nmaterial = \"stone\"\n";
    for (int k = 0; k < count; ++k) {
        const std::string path = (folder / fmt::format("stone{}.obj", k)).string();
        std::ofstream file(path);
        for (const double y : {-0.2, 0.2})
            for (const auto& [part, side] : {std::pair(0, -1), {1, -1}, {1, 1}, {0, 1}}) {
                const double angle = std::numbers::pi * (k + part) / count, r = 1 + 0.5 * side * thickness;
                file << fmt::format("v {} {} {}\n", r * std::cos(angle), y,
                                    std::max(0.0, r * std::sin(angle)));
            }
        for (const auto& [a, b, c] : std::array<std::array<int, 3>, 12>{{{1, 2, 3},
                                                                         {1, 3, 4},
                                                                         {5, 7, 6},
                                                                         {5, 8, 7},
                                                                         {1, 5, 6},
                                                                         {1, 6, 2},
                                                                         {2, 6, 7},
                                                                         {2, 7, 3},
                                                                         {3, 7, 8},
                                                                         {3, 8, 4},
                                                                         {4, 8, 5},
                                                                         {4, 5, 1}}})
            file << fmt::format("f {} {} {}\n", a, c, b);
        text += fmt::format(
            "[[body]]\nname = \"stone{0}\"\nmaterial = \"stone\"\nshape = \"mesh\"\nfile = \"{1}\"\n"
            "position = [0, 0, 0]\nfriction = 1.5\nrestitution = 0\n",
            k, path);
    }
    return text;
}

// A half circle of stones that do not slide stands if it is thicker than 0.1075 of its radius (Milankovitch
// 1907; Heyman, "The Stone Skeleton", 1995), and falls if it is thinner.
TEST(Structures, AnArchStandsIfItIsThickEnough) {
    constexpr int count = 13;
    const test::TemporaryFolder folder;
    const auto sunkAfter = [&](double thickness) {
        auto simulation = simulationOf(archOf(folder, count, thickness));
        const double from = bodyAt(simulation, count / 2).position.z;
        runTo(simulation, 5);
        return bodyAt(simulation, count / 2).position.z - from;
    };
    EXPECT_NEAR(sunkAfter(0.13), 0, 0.03);
    EXPECT_LT(sunkAfter(0.085), -0.5);
}

// Five balls on ropes, a hair apart: the first hits, the last leaves with its speed, the others hang still.
TEST(Structures, NewtonsCradle) {
    std::string text =
        test::sceneHead("cradle", {.duration = 20, .frame_interval = 0.01, .dt = 2e-4}, {{"steel", 8000}});
    const double radius = 0.05, gap = 1e-3, length = 1, raised = 0.3;
    for (int k = 0; k < 5; ++k) {
        const double x = k * (2 * radius + gap), angle = k == 0 ? raised : 0;
        text += fmt::format(R"(
[[body]]
name = "ball{0}"
material = "steel"
radius = {1}
position = [{2}, 0, {3}]
restitution = 1
friction = 0
[[joint]]
name = "rope{0}"
kind = "rope"
first = "ball{0}"
point = [{2}, 0, {3}]
end = [{4}, 0, 0]
)",
                            k, radius, x - length * std::sin(angle), -length * std::cos(angle), x);
    }
    auto simulation = simulationOf(text);
    const double fall = std::sqrt(2 * g * length * (1 - std::cos(raised)));
    const double quarter = 0.5 * std::numbers::pi * std::sqrt(length / g) * (1 + raised * raised / 16);
    runTo(simulation, quarter + 0.02);
    EXPECT_NEAR(bodyAt(simulation, 4).velocity.x, fall, 0.01 * fall);
    for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(bodyAt(simulation, k).velocity.x, 0, 0.01 * fall) << k;
    // Half a swing later the last has gone up as far as the first was, and is back.
    runTo(simulation, 2 * quarter + 0.01);
    EXPECT_NEAR(bodyAt(simulation, 4).position.z, -length * std::cos(raised),
                0.02 * length * (1 - std::cos(raised)));
}

/// Angles and their rates of a double pendulum of equal points on lines of length 1.
using Angles = std::array<double, 4>;
Angles rates(const Angles& a) {
    const double d = a[0] - a[1], c = std::cos(d), s = std::sin(d), below = 2 - c * c;
    return {a[2], a[3],
            (-s * (a[3] * a[3] + a[2] * a[2] * c) - g * (2 * std::sin(a[0]) - c * std::sin(a[1]))) / below,
            (2 * s * (a[2] * a[2] + 0.5 * a[3] * a[3] * c) - 2 * g * (std::sin(a[1]) - c * std::sin(a[0]))) /
                below};
}

// Two balls on two ropes are a double pendulum, here integrated by Runge and Kutta's method of fourth order.
TEST(Structures, ADoublePendulumSwingsAsItsEquationsSay) {
    Angles now{0.5, 0.8, 0, 0};
    const auto places = [&] {
        const Vec3d first{std::sin(now[0]), 0, -std::cos(now[0])};
        return std::pair(first, first + Vec3d{std::sin(now[1]), 0, -std::cos(now[1])});
    };
    const auto [first, second] = places();
    auto simulation = simulationOf(
        test::sceneHead("pendulum", {.duration = 20, .frame_interval = 0.01, .dt = 1e-4}, {{"steel", 8000}}) +
        fmt::format(R"(
[[body]]
name = "upper"
material = "steel"
radius = 0.05
position = [{0}, 0, {1}]
[[body]]
name = "lower"
material = "steel"
radius = 0.05
position = [{2}, 0, {3}]
[[joint]]
name = "rope"
kind = "rope"
first = "upper"
point = [{0}, 0, {1}]
end = [0, 0, 0]
[[joint]]
name = "other"
kind = "rope"
first = "lower"
second = "upper"
point = [{2}, 0, {3}]
end = [{0}, 0, {1}]
)",
                    first.x, first.z, second.x, second.z));
    const double h = 1e-3;
    for (int n = 1; n <= 3000; ++n) {
        const auto plus = [](const Angles& a, const Angles& b, double by) {
            Angles sum;
            for (std::size_t k = 0; k < 4; ++k) sum[k] = a[k] + b[k] * by;
            return sum;
        };
        const Angles k1 = rates(now), k2 = rates(plus(now, k1, h / 2)), k3 = rates(plus(now, k2, h / 2)),
                     k4 = rates(plus(now, k3, h));
        for (std::size_t k = 0; k < 4; ++k) now[k] += h / 6 * (k1[k] + 2 * k2[k] + 2 * k3[k] + k4[k]);
        if (n % 500 != 0) continue;
        runTo(simulation, n * h);
        const auto [upper, lower] = places();
        EXPECT_LT(length(bodyAt(simulation, 0).position - upper), 0.01) << n * h;
        EXPECT_LT(length(bodyAt(simulation, 1).position - lower), 0.01) << n * h;
    }
}

}  // namespace
}  // namespace talus::solids
