// The number of pairs that the estimate of the work takes for granted (talus/network/work.h).
#include "talus/network/work.h"

#include <gtest/gtest.h>

#include "tests/network/networks.h"

namespace talus::network {
namespace {

/// A lattice with a long reach. @param dimensions 2 or 3
std::string lattice(int dimensions, double reach) {
    const double y = dimensions == 3 ? 1 : 0;
    return head(fmt::format("rate = 1000\ndimensions = {}", dimensions)) +
           fmt::format(R"(
[[masses]]
name = "grid"
layout = "grid"
from = [0, 0, 0]
to = [{}, {}, {}]
spacing = 0.1
mass = 100
[[link]]
name = "attract"
kind = "lennard-jones"
between = ["grid"]
length = 0.08
depth = 1e-6
reach = {}
)",
                       dimensions == 3 ? 1 : 3, y, dimensions == 3 ? 1 : 3, reach);
}

double pairsWithin(const Setup& setup) {
    const std::vector<Vec3d> at = startPositions(setup);
    double pairs = 0;
    for (std::size_t i = 0; i < at.size(); ++i)
        for (std::size_t j = i + 1; j < at.size(); ++j)
            if (length(at[j] - at[i]) < setup.reach) pairs += 1;
    return pairs;
}

// Masses at the border have fewer neighbours, and cells at the border are not full: the order of magnitude
// is asked for.
TEST(NetworkWork, PairsInReachAreCounted) {
    for (const int dimensions : {2, 3})
        for (const double reach : {0.11, 0.25, 0.5}) {
            const network::Setup setup = setupOf(test::sceneOf(lattice(dimensions, reach)));
            const double share = pairsInReach(setup, {}) / pairsWithin(setup);
            EXPECT_GT(share, 0.5) << dimensions << " dimensions, reach " << reach;
            EXPECT_LT(share, 2) << dimensions << " dimensions, reach " << reach;
        }
}

// A long reach makes the work of a scene larger: with 5 spacings in 3 dimensions each mass has 500 others in
// reach, and the estimate was that of masses that touch 6.
TEST(NetworkWork, TheEstimateGrowsWithTheReach) {
    const auto workOf = [](double reach) {
        const scene::Scene scene = test::sceneOf(lattice(3, reach));
        for (const method::Method* method : scene.used())
            if (method->name == std::string("network")) return method->needs(scene).work;
        return 0.0;
    };
    EXPECT_GT(workOf(0.5), 10 * workOf(0.11));
}

// A source makes 1000 masses, which have nothing but the length of their contacts, 0.1 m: within 0.3 m there
// is room for 4 pi / 3 3^3 = 113 of them.
TEST(NetworkWork, MassesOfSourcesCountWhenTheyAreThere) {
    const network::Setup setup = setupOf(test::sceneOf(head("rate = 1000", "[0, 0, 0]", 1) + R"(
[[masses]]
name = "grains"
layout = "none"
mass = 100
[[mass_source]]
name = "above"
masses = "grains"
shape = "point"
centre = [0, 0, 1]
rate = 1000
[[link]]
name = "attract"
kind = "lennard-jones"
between = ["grains"]
length = 0.1
depth = 1e-6
reach = 0.3
)"));
    EXPECT_NEAR(pairsInReach(setup, {1000}), 500 * 113.1, 100);
}

}  // namespace
}  // namespace talus::network
