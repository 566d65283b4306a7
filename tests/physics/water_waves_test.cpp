// Water that swings in a box.
#include "tests/support/water.h"

namespace talus::test {
namespace {

using std::numbers::pi;

/// A signal at equal times.
struct Signal {
    double interval = 0;
    std::vector<double> values;

    /// Mean period between the zeros of what is off the mean, each by linear interpolation; 0: fewer than
    /// two.
    double period() const {
        std::vector<double> zeros;
        for (std::size_t k = 1; k < values.size(); ++k)
            if ((values[k - 1] < 0) != (values[k] < 0))
                zeros.push_back(interval *
                                (static_cast<double>(k) - values[k] / (values[k] - values[k - 1])));
        if (zeros.size() < 2) return 0;
        return 2 * (zeros.back() - zeros.front()) / static_cast<double>(zeros.size() - 1);
    }
};

struct Box {
    const char* solver;
    int across;  ///< spacings in its length
};

class WaterWaves : public testing::TestWithParam<Box> {};

// The first mode between two walls: omega^2 = pi g / L tanh(pi h / L) (Lamb 1932, "Hydrodynamics", 257). The
// water starts with the velocities of the mode, of a height so small (a twentieth of the depth) that the
// period is that of linear waves to 1e-3. 3%: where
// water begins and ends at a wall is known to a share of a spacing, of which there are 32 here.
TEST_P(WaterWaves, SloshesWithItsPeriod) {
    constexpr double length = 0.5, depth = 0.375 * length;
    const double spacing = length / GetParam().across, width = 5 * spacing;
    scene::Simulation simulation = simulationOf(
        waterHead(GetParam().solver, spacing,
                  fmt::format("gravity = [0, 0, -9.81]\nperiodic = [\"y\"]\ndomain_min = [0, 0, 0]\n"
                              "domain_max = [0, {}, 0]",
                              width),
                  0.02) +
        "speed = 1.5\n" + planeOf("floor", 0, 1) +
        "[[wall]]\nname = \"left\"\nmaterial = \"glass\"\nshape = \"plane\"\nnormal = [1, 0, 0]\n" +
        fmt::format(
            "[[wall]]\nname = \"right\"\nmaterial = \"glass\"\nshape = \"plane\"\npoint = [{}, 0, 0]\n"
            "normal = [-1, 0, 0]\n",
            length) +
        boxOf("pool", {0, 0, 0}, {length, width, depth}));
    const double k = pi / length, omega = std::sqrt(gravity * k * std::tanh(k * depth)),
                 rise = 0.05 * depth * omega / std::sinh(k * depth);
    setVelocities(simulation, [&](const Vec3d& x) {
        return Vec3d{rise * std::sin(k * x.x) * std::cosh(k * x.z), 0,
                     -rise * std::cos(k * x.x) * std::sinh(k * x.z)};
    });
    Signal flow{0.01, {}};
    const double period = 2 * pi / omega;
    for (int n = 0; 0.01 * n < 2.6 * period; ++n) {
        runTo(simulation, 0.01 * n);
        flow.values.push_back(meanOf(simulation, [](const Vec3d&, const Vec3d& v) { return v.x; }));
    }
    double last = 0;
    for (std::size_t n = flow.values.size() * 3 / 4; n < flow.values.size(); ++n)
        last = std::max(last, std::abs(flow.values[n]));
    tell("period", flow.period() / period);
    tell("left_of_amplitude", last / flow.values[0]);
    EXPECT_NEAR(flow.period(), period, 0.03 * period);
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(Both, WaterWaves, testing::Values(Box{"dfsph", 32}, Box{"dfsph", 48}),
                         [](const auto& of) {
                             return fmt::format("{}{}", of.param.solver, of.param.across);
                         });
}  // namespace talus::test
