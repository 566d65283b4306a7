// Water at rest in a tank: pressure, volume, load and rest of a column that stands in its own weight.
#include "talus/run/frames.h"
#include "talus/water/kernel/spline.h"
#include "tests/support/water.h"

namespace talus::test {
namespace {

struct Column {
    const char* solver;
    int across;  ///< spacings in the width of the tank
};

std::string nameOf(const testing::TestParamInfo<Column>& info) {
    return fmt::format("{}{}", info.param.solver, info.param.across);
}

constexpr double width = 0.1, height = 0.15, rho = 1000;

class WaterColumn : public testing::TestWithParam<Column> {
  protected:
    double spacing() const { return width / GetParam().across; }
    scene::Simulation column(const std::string& water) const {
        return simulationOf(waterHead(GetParam().solver, spacing(), "gravity = [0, 0, -9.81]") + water +
                            tankOf({0, 0, 0}, {width, width, 2 * height}) +
                            boxOf("column", {0, 0, 0}, {width, width, height}));
    }
};

/// What a gauge in the water reads: the pressures of the particles around it, by the weights of a cubic
/// spline of two spacings (Shepard's interpolation, as SPHERIC's gauges are read).
double gaugeAt(const scene::Simulation& simulation, const Vec3d& place, double spacing) {
    const water::CubicSpline<double> kernel(2 * spacing);
    const auto places = placesOf(simulation);
    const auto pressure = particlesOf(simulation).read(water::fields::pressure);
    double sum = 0, weights = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const double r = length(places[i] - place);
        if (r >= 2 * spacing) continue;
        const double weight = kernel.value<double>(r);
        sum += weight * double{pressure[i]};
        weights += weight;
    }
    return sum / weights;
}

/// Of single particles, as a frame shows them.
std::vector<double> framePressures(const scene::Simulation& simulation) {
    const auto frame = run::frameOf(simulation, {});
    EXPECT_TRUE(frame.ok());
    const auto* points = frame->find<state::PointsView>("water");
    return state::valuesOf(*points->find("pressure"), points->count);
}

// Hydrostatics: p = rho g (H - z), read by a row of gauges on the tank's axis over 0.3 s once the column
// stands. In its first second the lattice of the start breaks up and water goes down along the walls, whose
// friction then carries up to 3% of it at 8 spacings (dfsph; 1% from 1.5 s on). 2% of the
// pressure's own L2 norm is what the literature asks of a column in equilibrium (Adami, Hu, Adams 2012, "A
// generalized wall boundary condition for smoothed particle hydrodynamics", 3.1). Frames show single
// particles as well within that: 1.0 to 1.5% were seen, 5 to 7% of what the solve of dfsph itself leaves.
// Gauges stay a support off floor and surface, where their kernel is whole.
TEST_P(WaterColumn, HasThePressureOfItsDepth) {
    scene::Simulation simulation = column("");
    runTo(simulation, 1.5);
    const int gauges = 8;
    const double low = 2 * spacing(), high = height - 2 * spacing();
    std::vector<double> read(gauges, 0.0);
    double single = 0, all_single = 0;
    const int times = 15;
    for (int t = 1; t <= times; ++t) {
        runTo(simulation, 1.5 + 0.02 * t);
        for (int g = 0; g < gauges; ++g)
            read[static_cast<std::size_t>(g)] +=
                gaugeAt(simulation, {width / 2, width / 2, low + (high - low) * g / (gauges - 1)},
                        spacing()) /
                times;
        const auto places = placesOf(simulation);
        const std::vector<double> pressure = framePressures(simulation);
        for (std::size_t i = 0; i < places.size(); ++i) {
            const double expected = rho * gravity * std::max(0.0, height - places[i].z);
            single += std::pow(pressure[i] - expected, 2);
            all_single += expected * expected;
        }
    }
    double error = 0, all = 0;
    for (int g = 0; g < gauges; ++g) {
        const double expected = rho * gravity * (height - low - (high - low) * g / (gauges - 1));
        error += std::pow(read[static_cast<std::size_t>(g)] - expected, 2);
        all += expected * expected;
    }
    tell("pressure_L2", std::sqrt(error / all));
    tell("pressure_L2_of_single_particles", std::sqrt(single / all_single));
    EXPECT_LT(std::sqrt(error / all), 0.02);
    EXPECT_LT(std::sqrt(single / all_single), 0.02);
}

// Hydrostatics: it keeps its volume to 2%, and its tank carries its weight. 2% of the weight: the mean over
// 0.1 s leaves what the column swings with.
TEST_P(WaterColumn, RestsOnItsTank) {
    scene::Simulation simulation = column("");
    Vec3d load;
    runTo(simulation, 0.5);
    for (int t = 1; t <= 10; ++t) {
        runTo(simulation, 0.5 + 0.01 * t);
        load += loadOn(simulation, 0) * 0.1;
    }
    const double volume = 2 * meanOf(simulation, [](const Vec3d&x, const Vec3d&) { return x.z; }) / height,
                 weight = rho * width * width * height * gravity;
    tell("volume", volume);
    tell("load", -load.z / weight);
    tell("load_aside", std::hypot(load.x, load.y) / weight);
    tell("speed", std::sqrt(meanSquareSpeed(simulation)));
    EXPECT_NEAR(volume, 1, 0.02);
    EXPECT_NEAR(-load.z / weight, 1, 0.02);
    EXPECT_LT(std::hypot(load.x, load.y) / weight, 0.02);
}

// Friction that brings water to rest must not hold up what runs: four layers from rest on a slope of 0.2% are
// as fast as they fall, g sin(theta) t, less what walls and that friction take while they hardly move. 0.87
// of it was seen after 4 s, 0.93 without any between particles; 0.08 before it left streams on walls alone.
TEST(WaterAtRest, RunsDownAGentleSlope) {
    const double slope = 0.002, time = 4;
    scene::Simulation simulation =
        simulationOf(waterHead("dfsph", 0.025,
                               fmt::format("gravity = [{}, 0, -9.81]\nperiodic = [\"x\", \"y\"]\n"
                                           "domain_min = [0, 0, 0]\ndomain_max = [0.2, 0.15, 0]",
                                           9.81 * slope),
                               0.1) +
                     planeOf("bed", 0, 1) + boxOf("layer", {0, 0, 0}, {0.2, 0.15, 0.1}));
    runTo(simulation, time);
    const double speed = meanOf(simulation, [](const Vec3d&, const Vec3d& v) { return v.x; });
    tell("of_free", speed / (9.81 * slope * time));
    EXPECT_GT(speed, 0.8 * 9.81 * slope * time);
    EXPECT_LT(speed, 9.81 * slope * time);
}

// Water that starts as a lattice packs itself anew under its weight, and what its particles gain by that is
// lost again by the friction of water that hardly moves (boundary/friction.h): after 10 s, some 280 of
// sqrt(spacing / g), their speeds are three thousandths of sqrt(g spacing) or less (root mean square, over
// half a second), which is 1 mm/s. 0.4 mm/s were seen; without friction at rest 45.
TEST(WaterAtRest, IsCalmAfterTenSeconds) {
    const double spacing = width / 8;
    scene::Simulation simulation = simulationOf(waterHead("dfsph", spacing, "gravity = [0, 0, -9.81]") +
                                                tankOf({0, 0, 0}, {width, width, 2 * height}) +
                                                boxOf("column", {0, 0, 0}, {width, width, height}));
    runTo(simulation, 0.5);
    const double at_first = std::sqrt(meanSquareSpeed(simulation));
    double square = 0;
    for (int t = 1; t <= 5; ++t) {
        runTo(simulation, 9.5 + 0.1 * t);
        square += 0.2 * meanSquareSpeed(simulation);
    }
    const double volume = 2 * meanOf(simulation, [](const Vec3d& x, const Vec3d&) { return x.z; }) / height;
    tell("speed_at_half_a_second", at_first);
    tell("speed", std::sqrt(square));
    tell("volume", volume);
    EXPECT_LT(std::sqrt(square), 0.003 * std::sqrt(gravity * spacing));
    EXPECT_GT(at_first, 0.01) << "it was calm from the start, and shows nothing";
    EXPECT_NEAR(volume, 1, 0.02);
}

// What each step solves for is the pressure of that step: 30 layers at rest press evenly, from step to step.
// The pressure of a whole column is the slowest part of a solve to come; a solve that ends by the mean of
// what single layers lack leaves it 7% off, to and fro. 3%: 1.0% were seen, of water that still moves by 5
// mm/s.
TEST(WaterAtRest, PressesEvenlyFromStepToStep) {
    constexpr double spacing = 0.005, side = 0.1;
    scene::Simulation simulation = simulationOf(waterHead("dfsph", spacing, "gravity = [0, 0, -9.81]") +
                                                tankOf({0, 0, 0}, {side, side, 2 * height}) +
                                                boxOf("column", {0, 0, 0}, {side, side, height}));
    runTo(simulation, 0.7);
    double sum = 0, squares = 0, steps = 0;
    while (simulation.world().time < 1.1) {
        ASSERT_TRUE(simulation.advance().ok());
        const double pressure = gaugeAt(simulation, {0.5 * side, 0.5 * side, 0.02}, spacing);
        sum += pressure;
        squares += pressure * pressure;
        ++steps;
    }
    const double mean = sum / steps, scatter = std::sqrt(squares / steps - mean * mean) / mean;
    tell("scatter", scatter);
    tell("mean", mean / (rho * gravity * (height - 0.02)));
    EXPECT_LT(scatter, 0.03);
}

// A press: an open leg 0.4 m deep, joined under a partition to a chamber that is full up to its lid. The lid
// carries the head over it, rho g times 0.25 m (4%: gauges and the layer under the lid), and the leg stays as
// high as it was. With solves that leave the pressure of the whole leg off, water was pressed into the
// chamber to 1.3 times its density within 0.3 s.
TEST(WaterAtRest, PressesOnALidWithItsHead) {
    constexpr double spacing = 0.01, across = 0.05, head = 0.25, lid = 0.3;
    scene::Simulation simulation = simulationOf(
        waterHead("dfsph", spacing,
                  "gravity = [0, 0, -9.81]\nperiodic = [\"y\"]\ndomain_min = [-2, 0, -2]\n"
                  "domain_max = [2, 0.05, 2]",
                  0.05) +
        "[[wall]]\nname = \"tank\"\nmaterial = \"glass\"\nshape = \"box-inside\"\nmin = [0, -0.1, 0]\n"
        "max = [0.4, 0.2, 1]\nopen = [\"+z\", \"-y\", \"+y\"]\n[[wall]]\nname = \"lid\"\n"
        "material = \"glass\"\nshape = \"box-outside\"\nmin = [0.1, -0.2, 0.15]\nmax = [0.4, 0.3, 1]\n" +
        boxOf("leg", {0, 0, 0}, {0.1, across, 0.4}) + boxOf("chamber", {0.1, 0, 0}, {0.4, across, 0.15}));
    double load = 0, leg = 0;
    constexpr int times = 12;
    for (int t = 1; t <= times; ++t) {
        runTo(simulation, 0.4 + 0.05 * t);
        load += loadOn(simulation, 1).z / times;
        ASSERT_LT(compressionOf(simulation), 1.2e-3);
    }
    for (const Vec3d& p : placesOf(simulation)) leg = std::max(leg, p.z);
    const double expected = rho * gravity * head * lid * across;
    tell("load", load / expected);
    EXPECT_NEAR(load, expected, 0.04 * expected);
    EXPECT_NEAR(leg + 0.5 * spacing, 0.4, 1.5 * spacing);
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(Both, WaterColumn,
                         testing::Values(Column{"dfsph", 8}, Column{"dfsph", 12}, Column{"wcsph", 8},
                                         Column{"wcsph", 12}),
                         nameOf);
}  // namespace talus::test
