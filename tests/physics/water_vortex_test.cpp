// A flow that only its viscosity brings to rest.
#include "tests/support/water.h"

namespace talus::test {
namespace {

using std::numbers::pi;

/// The vortices of Taylor and Green (1937) in a periodic box of length 1, in x and z: sine waves turned by
/// each other's pressure, of which the viscosity takes exp(-8 pi^2 nu t / L^2) and nothing else changes.
Vec3d vortex(const Vec3d& x) {
    return {-std::cos(2 * pi * x.x) * std::sin(2 * pi * x.z), 0,
            std::sin(2 * pi * x.x) * std::cos(2 * pi * x.z)};
}

double amplitude(const scene::Simulation& simulation) {
    return meanOf(simulation, [](const Vec3d& x, const Vec3d& v) { return dot(vortex(x), v); }) /
           meanOf(simulation, [](const Vec3d& x, const Vec3d&) { return squaredLength(vortex(x)); });
}

// At Re = U L / nu = 100, with 32 spacings to L. First the vortices run for 0.3 L / U from the lattice, which
// they pull out of shape and which breaks up; then all velocities are those of the vortices again, and the
// rate at which these fade over 0.3 L / U is measured. 5%: that of the viscous sum itself is off by 2% on
// such particles, and what is left of noise (1.5% of U) takes the rest; 48 spacings come to 2%. Gradients
// that are not exact for linear flow make it 50% too fast. Steps of a tenth of a spacing, since longer ones
// put it off as well: with those of the default it is 14%.
TEST(WaterVortex, TaylorGreenVortexDecaysByItsViscosity) {
    constexpr int across = 32;
    constexpr double spacing = 1.0 / across, depth = 6 * spacing, nu = 0.01, fade = 8 * pi * pi * nu;
    scene::Simulation simulation = simulationOf(
        waterHead(
            "dfsph", spacing,
            fmt::format("gravity = [0, 0, 0]\nperiodic = [\"x\", \"y\", \"z\"]\ndomain_min = [0, 0, 0]\n"
                        "domain_max = [1, {}, 1]",
                        depth),
            0.02) +
        fmt::format("viscosity = {}\nspeed = 1\ncfl = 0.1\n", 1000 * nu) +
        boxOf("all", {0, 0, 0}, {1, depth, 1}));
    setVelocities(simulation, vortex);
    runTo(simulation, 0.3);
    tell("rate_from_the_lattice", -std::log(amplitude(simulation)) / (0.3 * fade));
    setVelocities(simulation, vortex);
    runTo(simulation, 0.34);
    const double before = amplitude(simulation);
    runTo(simulation, 0.64);
    const double rate = std::log(before / amplitude(simulation)) / 0.3;
    tell("rate", rate / fade);
    EXPECT_NEAR(rate, fade, 0.05 * fade);
}

}  // namespace
}  // namespace talus::test
