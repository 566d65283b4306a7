// Water in free fall against the parabola.
#include "tests/support/water.h"

namespace talus::test {
namespace {

class FreeFall : public testing::TestWithParam<const char*> {};

// A block, thrown sideways. dfsph takes steps of 3 ms here, which was 5 mm too far after 1 s. A tenth of a
// millimetre: rounding of single velocities of 5 m/s sums up to 3e-7 m in each of 300 steps.
TEST_P(FreeFall, OfWaterIsTheParabola) {
    scene::Simulation simulation =
        simulationOf(waterHead(GetParam(), 0.01, "gravity = [0, 0, -9.81]", 0.05) + planeOf("far", -50, 1) +
                     boxOf("block", {0, 0, 0}, {0.04, 0.04, 0.04}) + "velocity = [1, 0, 0]\n");
    constexpr double time = 0.5;
    runTo(simulation, time);
    const double x = meanOf(simulation, [](const Vec3d&at, const Vec3d&) { return at.x; }),
                 z = meanOf(simulation, [](const Vec3d&at, const Vec3d&) { return at.z; }),
                 speed = meanOf(simulation, [](const Vec3d&, const Vec3d&v) { return v.z; });
    const double off = z - (0.02 - 0.5 * gravity * time * time);
    tell("off_z", off);
    EXPECT_NEAR(off, 0, 1e-4);
    EXPECT_NEAR(x, 0.02 + time, 1e-4);
    EXPECT_NEAR(speed, -gravity * time, 1e-4 * gravity * time);
}

std::string nameOf(const testing::TestParamInfo<const char*>& solver) { return solver.param; }
INSTANTIATE_TEST_SUITE_P(Solvers, FreeFall, testing::Values("dfsph", "wcsph"), nameOf);

}  // namespace
}  // namespace talus::test
