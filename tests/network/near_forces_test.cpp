// Forces of near masses are computed once for each pair, in blocks of 512 masses (step/near_forces.cpp): they
// are those of the formula of a link for all pairs, summed one by one.
#include <cmath>

#include <gtest/gtest.h>

#include "talus/network/step/masses.h"
#include "tests/network/networks.h"
#include "tests/support/same_bits.h"

namespace talus::network {
namespace {

/// A number between -1 and 1 for the k-th mass, without any order.
double scattered(int k, double step) { return std::sin(1e4 * std::sin(k * step + step)); }

std::string positions(int dimensions, int begin, int end) {
    std::string text;
    for (int k = begin; k < end; ++k)
        text += fmt::format("[{}, {}, {}],", dimensions > 1 ? scattered(k, 0.7548776662) : 0,
                            dimensions > 2 ? scattered(k, 0.5698402910) : 0, scattered(k, 0.3247179572));
    return text;
}

/// 2000 masses of two groups with about four contacts each, single points or pairs, and three large masses.
std::string crowd(int dimensions) {
    const double reach = dimensions == 1 ? 0.004 : dimensions == 2 ? 0.05 : 0.2;
    return head(fmt::format("rate = 1000\ndimensions = {}", dimensions), "[0, 0, 0]", 2) +
           fmt::format(R"(
[[masses]]
name = "singles"
positions = [{}]
velocity = [{}, 0, 0.2]
[[masses]]
name = "pairs"
positions = [{}]
points = [[0, 0, 0], [0, 0, {}]]
[[masses]]
name = "large"
positions = [[0, 0, 0.1], [0, 0, 0.5], [0, 0, -0.4]]
[[link]]
name = "touch"
between = ["singles"]
length = {}
stiffness = 3000
damping = 4
[[link]]
name = "rub"
kind = "friction"
between = ["singles", "pairs"]
length = {}
stiffness = 2000
friction_damping = 3
[[link]]
name = "stick"
kind = "lennard-jones"
between = ["pairs"]
length = {}
reach = {}
depth = 0.001
[[link]]
name = "more"
between = ["pairs"]
length = {}
stiffness = 1000
[[link]]
name = "push"
between = ["singles", "large"]
length = {}
stiffness = 100
[[link]]
name = "apart"
between = ["large"]
length = 0.6
stiffness = 100
)",
                       positions(dimensions, 0, 1500), dimensions > 1 ? 0.3 : 0,
                       positions(dimensions, 1500, 1750), reach / 3, reach, reach * 0.9, reach / 2, reach,
                       reach * 0.8, 4 * reach);
}

/// The sum of all forces on each mass by all pairs, and of their lengths.
struct Sums {
    std::vector<Vec3d> force;
    std::vector<double> size;
};
Sums sumsOf(const Setup& setup, const MassViews& masses) {
    const std::size_t count = masses.position.size();
    Sums sums{std::vector<Vec3d>(count), std::vector<double>(count)};
    Formulas formulas(setup);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < count; ++j) {
            const bool own = masses.group[i] == masses.group[j] && i - masses.point[i] == j - masses.point[j];
            if (own) continue;
            for (const std::uint32_t link : nearLinks(setup, masses, i, j)) {
                const Vec3d force = forceOf(setup.laws[link], pairOf(setup, masses, i, j), formulas);
                sums.force[i] += force;
                sums.size[i] += length(force);
            }
        }
    return sums;
}

TEST(NearForces, AreThoseOfAllPairs) {
    for (const int dimensions : {1, 2, 3}) {
        const network::Setup setup = setupOf(test::sceneOf(crowd(dimensions)));
        auto simulation = test::simulationOf(crowd(dimensions));
        test::runTo(simulation, 0.003);
        const state::Table& rows = massesOf(simulation);
        const auto velocity = rows.read(fields::velocity);
        const std::vector<Vec3d> before(velocity.begin(), velocity.end());
        const Sums sums = sumsOf(setup, {rows.read(fields::position), velocity, rows.read(fields::group),
                                         rows.read(fields::point)});
        ASSERT_TRUE(simulation.advance().ok());
        std::size_t acting = 0;
        Vec3d momentum;
        double total = 0;
        for (std::size_t i = 0; i < before.size(); ++i) {
            const Vec3d after = rows.read(fields::velocity)[i];
            const Vec3d gained = (after - before[i]) * setup.network.rate;
            // Sums in another order differ by round-off, which is below 500 summands of 2.2e-16; and so do
            // velocities, whose difference is multiplied by the rate.
            const double of_velocity = 2.3e-16 * setup.network.rate * (length(before[i]) + length(after));
            EXPECT_LE(length(gained - sums.force[i]), of_velocity + 1e-13 * sums.size[i])
                << dimensions << " dimensions, mass " << i;
            if (sums.size[i] > 0) ++acting;
            momentum += gained;
            total += sums.size[i];
        }
        EXPECT_GT(acting, before.size() / 2) << dimensions << " dimensions";
        EXPECT_LT(length(momentum), 1e-13 * total + 1e-10) << dimensions << " dimensions";
    }
}

TEST(NearForces, SameBitsByThreadsAndFromASnapshot) { test::expectSameBits(crowd(2), 0.02); }

}  // namespace
}  // namespace talus::network
