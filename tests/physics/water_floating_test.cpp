// Bodies in water by Archimedes: a box floats at its draft, one of the water's density stays where it is.
#include "talus/solids/fields.h"
#include "tests/support/water.h"

namespace talus::test {
namespace {

constexpr double side = 0.08, tank = 0.2, depth = 0.14, rho = 1000;

std::string bodyOf(double density, double z) {
    return fmt::format(
        "[[body]]\nname = \"box\"\nmaterial = \"glass\"\nshape = \"box\"\nsize = [{0}, {0}, {0}]\n"
        "position = [{1}, {1}, {2}]\ndensity = {3}\n",
        side, 0.5 * tank, z, density);
}

struct Bath {
    const char* solver;
    double spacing;
};

class WaterFloating : public testing::TestWithParam<Bath> {
  protected:
    scene::Simulation bath(const std::string& body) const {
        return simulationOf(waterHead(GetParam().solver, GetParam().spacing, "gravity = [0, 0, -9.81]") +
                            tankOf({0, 0, 0}, {tank, tank, 0.3}) +
                            boxOf("bath", {0, 0, 0}, {tank, tank, depth}) + body);
    }
    static double heightOf(const scene::Simulation& simulation) {
        return std::as_const(simulation.world())
            .table(solids::bodies_table)
            .read(solids::fields::position)[0]
            .z;
    }
    /// Of the surface far from the body: of the volume of particles and of what the body displaces below it.
    double surface(const scene::Simulation& simulation) const {
        const double volume =
            static_cast<double>(placesOf(simulation).size()) * std::pow(GetParam().spacing, 3);
        const double low = heightOf(simulation) - 0.5 * side;
        return (volume - side * side * low) / (tank * tank - side * side);
    }
};

// The draft of a floating box is its height times the ratio of densities.
// 3%: a quarter of a spacing is 5% of this draft at 8 mm. Coarser water is not held to it.
TEST_P(WaterFloating, FloatsAtItsDraft) {
    if (GetParam().spacing > 0.008) GTEST_SKIP() << "too coarse for the draft";
    scene::Simulation simulation = bath(bodyOf(500, depth));
    runTo(simulation, 1.0);
    double draft = 0;
    for (int k = 1; k <= 10; ++k) {
        runTo(simulation, 1 + 0.05 * k);
        draft += (surface(simulation) - heightOf(simulation) + 0.5 * side) / 10;
    }
    tell("draft", draft / (0.5 * side));
    EXPECT_NEAR(draft, 0.5 * side, 0.03 * 0.5 * side);
}

// Lift is its weight, to 3% of it, as a mean over 0.2 s.
TEST_P(WaterFloating, HoversAtTheWatersDensity) {
    scene::Simulation simulation = bath(bodyOf(1000, 0.06));
    runTo(simulation, 0.3);
    double load = 0;
    for (int k = 1; k <= 10; ++k) {
        runTo(simulation, 0.3 + 0.02 * k);
        load += loadOn(simulation, 1).z / 10;
    }
    tell("lift", load / (rho * side * side * side * gravity));
    EXPECT_NEAR(load / (rho * side * side * side * gravity), 1, 0.03);
}

// What a body has moved by is its velocity times the time, while water holds it up: 2 mm/s, for the velocity
// is that of some moments. A body that got its lift at once, before its weight, rose by g dt / 2 (16 mm/s
// here) more.
TEST_P(WaterFloating, MovesByItsVelocity) {
    if (GetParam().spacing < 0.01) GTEST_SKIP() << "one spacing tells it";
    scene::Simulation simulation = bath(bodyOf(1000, 0.06));
    runTo(simulation, 0.1);
    const double before = heightOf(simulation);
    constexpr int times = 20;
    double velocity = 0;
    for (int k = 1; k <= times; ++k) {
        runTo(simulation, 0.1 + 0.01 * k);
        velocity += std::as_const(simulation.world())
                        .table(solids::bodies_table)
                        .read(solids::fields::velocity)[0]
                        .z /
                    times;
    }
    const double moved = (heightOf(simulation) - before) / (0.01 * times);
    tell("moved", moved);
    tell("velocity", velocity);
    EXPECT_NEAR(moved, velocity, 2e-3);
}

// A float that weighs a twentieth of its water has to push away ten times its own mass of it wherever it
// moves. If it felt the pressures of a step only in its own next one, it would be thrown to and fro: by 0.7
// of its weight were seen (root mean square, of steps), 0.13 since both are solved for together.
TEST(LightFloat, IsNotThrownToAndFro) {
    constexpr double spacing = 0.01, weight = 0.05 * rho * side * side * side * gravity;
    scene::Simulation simulation = simulationOf(
        waterHead("dfsph", spacing, "gravity = [0, 0, -9.81]", 0.005) + tankOf({0, 0, 0}, {tank, tank, 0.3}) +
        boxOf("bath", {0, 0, 0}, {tank, tank, depth}) + bodyOf(50, 0.15));
    runTo(simulation, 0.6);
    double mean = 0, squares = 0;
    constexpr int times = 80;
    for (int k = 1; k <= times; ++k) {
        runTo(simulation, 0.6 + 0.005 * k);
        const double load = loadOn(simulation, 1).z;
        mean += load / times;
        squares += load * load / times;
    }
    tell("load", mean / weight);
    tell("scatter", std::sqrt(squares - mean * mean) / weight);
    EXPECT_NEAR(mean, weight, 0.05 * weight);
    EXPECT_LT(std::sqrt(squares - mean * mean), 0.25 * weight);
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(Both, WaterFloating, testing::Values(Bath{"dfsph", 0.0125}, Bath{"dfsph", 0.008}),
                         [](const auto& of) {
                             return fmt::format("{}{:.0f}", of.param.solver, 1e4 * of.param.spacing);
                         });
}  // namespace talus::test
