// Friction of fast water on a smooth wall, against the logarithmic law of the wall.
#include "tests/support/water.h"

namespace talus::test {
namespace {

constexpr double depth = 0.1, spacing = 0.01, nu = 1e-6, rho = 1000, speed = 2;

/// tau / rho of v / u = ln(d u / nu) / 0.41 + 5.2, u its square root (Pope 2000, "Turbulent flows", 7.43 and
/// the constants there).
double logLaw(double v, double d) {
    double u = 0.05 * v;
    for (int k = 0; k < 50; ++k) u = v / (std::log(d * u / nu) / 0.41 + 5.2);
    return u * u;
}

class WaterOnAWall : public testing::TestWithParam<const char*> {};

// A layer that comes along at one speed. Its lowest particles, half a spacing off, have nine tenths of the
// friction, those above them the rest: 2% less than if all were at the lowest. The power law is within 4% of
// the logarithmic one here (d+ = 496). What the wall got is what the water lost, but for the round-off of
// single precision. With friction by viscosity alone the wall would get 0.0004 / 0.0099 of it.
TEST_P(WaterOnAWall, FrictionFollowsTheTurbulentWallLaw) {
    const double side = 5 * spacing;
    scene::Simulation simulation = simulationOf(
        waterHead(GetParam(), spacing,
                  fmt::format("gravity = [0, 0, -9.81]\nperiodic = [\"x\", \"y\"]\ndomain_min = [0, 0, 0]\n"
                              "domain_max = [{}, {}, 0]",
                              side, side),
                  0.02) +
        fmt::format("speed = {}\n", speed) + planeOf("bed", 0, 1) +
        boxOf("layer", {0, 0, 0}, {side, side, depth}));
    setVelocities(simulation, [](const Vec3d&) { return Vec3d{speed, 0, 0}; });
    runTo(simulation, 0.02);
    const double mass = rho * side * side * depth, stress = loadOn(simulation, 0).x / (side * side),
                 lost = mass * (speed - meanOf(simulation, [](const Vec3d&, const Vec3d&v) { return v.x; }));
    tell("stress", stress);
    tell("of_log_law", stress / (rho * logLaw(speed, 0.5 * spacing)));
    EXPECT_NEAR(stress / (rho * logLaw(speed, 0.5 * spacing)), 1, 0.06);
    EXPECT_NEAR(stress * side * side * 0.02 / lost, 1, 0.01);
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(Both, WaterOnAWall, testing::Values("dfsph", "wcsph"),
                         [](const auto& of) { return std::string(of.param); });
}  // namespace talus::test
