// The pressure in frames of continuum sand.
#include "talus/sand/shown_pressure.h"

#include <array>

#include "tests/support/continuum_sand.h"

namespace talus::test {
namespace {

constexpr double cell = 0.01, side = 0.04, depth = 0.08, density = 1590;  // 0.6 of 2650 kg/m^3

/// Mean of the shown pressures in each layer of two cells, over density times g times its depth.
std::array<double, 3> hydrostaticShares(const std::string& solver, double time) {
    const std::string text = continuumHead(cell, "") + solver + "friction_angle = 0\nspeed = 1.5\n" +
                             sandBox("pool", {0, 0, 0}, {side, side, depth}) +
                             fmt::format(R"(
[[material]]
name = "smooth"
friction = 0
[[wall]]
name = "tank"
material = "smooth"
shape = "box-inside"
min = [0, 0, 0]
max = [{}, {}, 0.2]
open = ["+z"]
)",
                                         side, side);
    scene::Simulation simulation = simulationOf(text);
    runTo(simulation, time);
    const auto pressure =
        sand::shownPressures(simulation.exec(), simulation.world(), sand::setupOf(sceneOf(text)));
    const auto position = simulation.world().table(sand::sand_table).read(sand::fields::position);
    std::array<double, 3> sum{}, weight{};
    for (std::size_t i = 0; i < position.size(); ++i) {
        const auto layer = static_cast<std::size_t>(position[i].z / (2 * cell));
        if (layer >= sum.size()) continue;
        sum[layer] += static_cast<double>(pressure[i]);
        weight[layer] += density * 9.81 * (depth - position[i].z);
    }
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] /= weight[k];
    return sum;
}

// Sand without friction has the pressure of a liquid. 5 %: the surface of this bed is known to half the
// distance of particles, 2.5 mm, of which the layers have 30 to 70 mm above them. The swing of the start, in
// which the lowest particles come to the floor, is 10 % after 0.15 s and gone after 0.3 s.
TEST(SandPressure, OfMpmIsHydrostaticWithoutFriction) {
    for (const double share : hydrostaticShares("solver = \"mpm\"\nstiffness = 4e5\n", 0.3))
        EXPECT_NEAR(share, 1, 0.05);
}

TEST(SandPressure, OfNarainIsHydrostaticWithoutFriction) {
    for (const double share : hydrostaticShares("solver = \"narain\"\n", 0.05)) EXPECT_NEAR(share, 1, 0.05);
}

TEST(SandPressure, IsZeroBeforeTheFirstStep) {
    for (const char* solver : {"solver = \"mpm\"\n", "solver = \"narain\"\n", "solver = \"zhu-bridson\"\n"})
        for (const double share : hydrostaticShares(solver, 0)) EXPECT_EQ(share, 0) << solver;
}

}  // namespace
}  // namespace talus::test
