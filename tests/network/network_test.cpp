// Networks against closed forms of the discrete two-step scheme (`w` is in radians per step).
#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "talus/network/fields.h"
#include "talus/network/layout.h"
#include "talus/network/stability.h"
#include "tests/support/same_bits.h"
#include "tests/support/scene_text.h"

namespace talus::network {
namespace {

using test::runTo;
using test::simulationOf;
using ::testing::HasSubstr;
constexpr double pi = std::numbers::pi;

std::string head(const std::string& network, const char* gravity = "[0, 0, 0]", double frames = 1) {
    return fmt::format(R"(
format = 1
name = "network"
[time]
duration = {}
frame_interval = 1
[world]
gravity = {}
[network]
{}
)",
                       frames, gravity, network);
}

const state::Table& massesOf(const scene::Simulation& simulation) {
    return simulation.world().table(masses_table);
}

/// z of mass `row` after each of `steps` steps.
std::vector<double> heights(scene::Simulation& simulation, std::size_t row, std::size_t steps) {
    std::vector<double> z{massesOf(simulation).read(fields::position)[row].z};
    for (std::size_t k = 0; k < steps; ++k) {
        EXPECT_TRUE(simulation.advance().ok());
        z.push_back(massesOf(simulation).read(fields::position)[row].z);
    }
    return z;
}

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

/// A mass at 0.3 m on a spring to a fixed point, in the units of the algorithm.
std::string oscillator(double duration, const std::string& numbers) {
    return head("rate = 100\ndimensions = 1\nunits = \"algorithm\"", "[0, 0, 0]", duration) + R"(
[[masses]]
name = "mass"
positions = [[0, 0, 0.3]]
[[masses]]
name = "ground"
kind = "fixed"
positions = [[0, 0, 0]]
[[link]]
name = "spring"
kind = "spring"
pairs = "list"
first = [0]
second = [0]
between = ["mass", "ground"]
length = 0
)" + numbers;
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

// Two masses that bounce off each other without damping keep momentum exactly and energy to the order of the
// step; an elastic bounce off a fixed mass is that off a wall.
TEST(Network, BouncesKeepMomentumAndEnergy) {
    auto simulation = simulationOf(head("rate = 20000") + R"(
[[masses]]
name = "a"
positions = [[0, 0, 0]]
velocity = [1, 0.2, 0]
mass = 2
[[masses]]
name = "b"
positions = [[0.3, 0.05, 0.02]]
mass = 3
[[link]]
name = "touch"
between = ["a", "b"]
length = 0.2
stiffness = 5000
)");
    runTo(simulation, 0.5);
    const auto v = massesOf(simulation).read(fields::velocity);
    const Vec3d momentum = v[0] * 2.0 + v[1] * 3.0;
    EXPECT_NEAR(length(momentum - Vec3d{2, 0.4, 0}), 0, 1e-13);
    EXPECT_NEAR(0.5 * 2 * squaredLength(v[0]) + 0.5 * 3 * squaredLength(v[1]), 1.04, 1e-3);
    EXPECT_GT(length(v[1]), 0.3);
}

// A mass falls from h on a wall that takes some of its energy: apexes follow e^2, and it comes to rest after
// (1 + e) / (1 - e) sqrt(2 h / g) (Zeno). The contact is so stiff that its weight changes e by less than 1%
// in the first bounces, and that the contacts themselves, 3 ms each, add less than 40 ms.
TEST(Network, BouncesOnAWallEndWhenZenosDo) {
    auto simulation = simulationOf(head("rate = 60000", "[0, 0, -9.81]", 3) + R"(
[[material]]
name = "stone"
[[wall]]
name = "floor"
material = "stone"
[[masses]]
name = "ball"
positions = [[0, 0, 0.6]]
[[link]]
name = "touch"
between = ["ball", "floor"]
length = 0.1
stiffness = 1e6
damping = 250
)");
    std::vector<double> apexes;
    double before = 0.6, last = 0.6, rested = 0;
    while (simulation.clock().time(simulation.world().step) < 3 - 1e-9) {
        ASSERT_TRUE(simulation.advance().ok());
        const double z = massesOf(simulation).read(fields::position)[0].z;
        if (last > before && last > z) apexes.push_back(last - 0.1);
        if (last - 0.1 > 2e-4) rested = simulation.clock().time(simulation.world().step);
        before = last;
        last = z;
    }
    ASSERT_GT(apexes.size(), 4u);
    const double e = std::sqrt(apexes[0] / 0.5);
    for (std::size_t k = 1; k < 4; ++k) EXPECT_NEAR(std::sqrt(apexes[k] / apexes[k - 1]), e, 0.01);
    EXPECT_NEAR(rested, (1 + e) / (1 - e) * std::sqrt(2 * 0.5 / 9.81), 0.04);
    // At rest it is pressed in by m g / k.
    EXPECT_NEAR(last, 0.1 - 9.81 / 1e6, 1e-7);
}

const char* const pour = R"(
[[material]]
name = "stone"
[[wall]]
name = "floor"
material = "stone"
[[masses]]
name = "triples"
layout = "none"
points = [[0, 0, 0], [0.06, 0, 0], [0.03, 0, 0.05]]
mass = 0.2
[[masses]]
name = "lattice"
layout = "grid"
from = [-0.3, 0, 0.2]
to = [0.3, 0, 0.5]
spacing = 0.1
mass = 0.3
[[mass_source]]
name = "above"
masses = "triples"
shape = "line"
from = [-0.3, 0, 0.8]
to = [0.3, 0, 0.8]
velocity = [0, 0, -1]
rate = 60
[[link]]
name = "within"
kind = "spring"
pairs = "grain"
between = ["triples"]
length = 0.06
stiffness = 4000
damping = 2
[[link]]
name = "edges"
kind = "spring"
pairs = "edges"
between = ["lattice"]
stiffness = 2000
damping = 1
[[link]]
name = "touch"
between = ["triples"]
length = 0.06
stiffness = 4000
damping = 2
[[link]]
name = "meet"
kind = "friction"
between = ["triples", "lattice"]
length = 0.06
stiffness = 4000
friction_damping = 3
[[link]]
name = "law"
kind = "formula"
force = "d < 0.05 ? k*(0.05-d) : 0"
reach = 0.05
stiffness = 3000
between = ["triples", "floor"]
[[link]]
name = "stand"
between = ["lattice", "floor"]
length = 0.05
stiffness = 4000
damping = 3
)";

TEST(Network, SameBitsByThreadsAndFromASnapshot) {
    const std::string text = head("rate = 1000\ndimensions = 2", "[0, 0, -9.81]", 2) + pour;
    test::expectSameBits(text, 1);
    auto simulation = simulationOf(text);
    runTo(simulation, 1);
    EXPECT_GT(massesOf(simulation).size(), 28u + 3 * 20);
    // Nothing left the plane.
    for (const Vec3d& p : massesOf(simulation).read(fields::position)) EXPECT_EQ(p.y, 0);
}

// A rule by a formula gives what the built-in one gives.
TEST(Network, AFormulaIsAsGoodAsTheKindThatItSpells) {
    const auto run = [](const std::string& link) {
        auto simulation = simulationOf(head("rate = 1000") + R"(
[[masses]]
name = "a"
positions = [[0, 0, 0], [0.25, 0, 0.01]]
velocity = [0, 0, 0]
[[masses]]
name = "b"
positions = [[-0.3, 0, 0]]
velocity = [2, 0, 0]
)" + link);
        runTo(simulation, 0.5);
        return massesOf(simulation).read(fields::position)[1];
    };
    std::string contact, formula;
    for (const char* pair : {"\"a\"", "\"a\", \"b\""}) {
        const std::string name =
            fmt::format("[[link]]\nname = \"l{}\"\nbetween = [{}]\nlength = 0.2\nstiffness = 900\n",
                        contact.size(), pair);
        contact += name + "damping = 3\npulls = true\n";
        formula += name + "kind = \"formula\"\ndamping = 3\nreach = 0.2\nforce = \"k*(L-d) - z*u\"\n";
    }
    EXPECT_LT(length(run(contact) - run(formula)), 1e-12);
    EXPECT_GT(run(contact).x, 0.3);
}

// So does one between given masses, beside links that come before it.
TEST(Network, AFormulaHoldsBetweenGivenMasses) {
    const auto run = [](const std::string& kind) {
        auto simulation = simulationOf(head("rate = 1000") + R"(
[[masses]]
name = "a"
positions = [[0, 0, 0], [0.25, 0, 0.01], [0.6, 0, 0]]
[[link]]
name = "first"
kind = "spring"
pairs = "list"
first = [1]
second = [2]
between = ["a"]
length = 0.3
stiffness = 50
[[link]]
name = "second"
pairs = "list"
first = [0]
second = [1]
between = ["a"]
length = 0.2
stiffness = 900
damping = 3
)" + kind);
        runTo(simulation, 0.5);
        return massesOf(simulation).read(fields::position)[0];
    };
    const Vec3d spring = run("kind = \"spring\"\n");
    EXPECT_LT(length(spring - run("kind = \"formula\"\nreach = 9\nforce = \"k*(L-d) - z*u\"\n")), 1e-12);
    EXPECT_GT(length(spring), 0.01);
}

// Springs that are just stable keep their energy bounded; just above the bound the check refuses them.
TEST(Network, TheBoundIsWhereTheSchemeDiverges) {
    const auto text = [](double stiffness) {
        return oscillator(5, fmt::format("stiffness = {}\n", stiffness));
    };
    auto simulation = simulationOf(text(3.99));
    double largest = 0;
    for (const double z : heights(simulation, 0, 400)) largest = std::max(largest, std::abs(z));
    EXPECT_LT(largest, 10);
    const auto refused = scene::readScene(text(4.01), "scene.toml", {}, scene::Machine{});
    ASSERT_FALSE(refused.scene.has_value());
    EXPECT_THAT(refused.diagnostics.format("scene.toml", ""), HasSubstr("4 M > K + 2 Z does not hold"));
}

TEST(Layout, GridsLinesAndMeshesHaveTheirEdgesOnce) {
    Masses group;
    group.layout = Masses::Layout::Grid;
    group.from = {0, 0, 0};
    group.to = {0.3, 0, 0.2};
    group.spacing = 0.1;
    const auto grid = layoutOf(group, nullptr);
    ASSERT_TRUE(grid.ok());
    EXPECT_EQ(grid->positions.size(), 12u);
    EXPECT_EQ(grid->edges.size(), 3u * 3 + 4u * 2);
    for (const auto& [i, j] : grid->edges)
        EXPECT_NEAR(length(grid->positions[i] - grid->positions[j]), 0.1, 1e-12);
    group.layout = Masses::Layout::Mesh;
    geometry::Mesh square;
    square.points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    square.triangles = {{0, 1, 2}, {0, 2, 3}};
    EXPECT_EQ(layoutOf(group, &square)->edges.size(), 5u);
    group.layout = Masses::Layout::Grid;
    group.to = {1e9, 1e9, 1e9};
    EXPECT_FALSE(layoutOf(group, nullptr).ok());
}

}  // namespace
}  // namespace talus::network
