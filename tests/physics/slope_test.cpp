// A layer of sand on a rough floor that is tilted slowly: it starts to flow at theta_m, and once it flows it
// stops only at a smaller angle, theta_r.
//
// Silbert, Landry, Grest (2003), Phys. Fluids 15, 1, have both angles from simulations of this kind (and name
// them so); for spheres of friction 0.5 on a bumpy floor thick layers stop at 19 to 21 degrees and start some
// degrees above. Bagnold's angle theta_m - theta_r is one to a few degrees in experiments with beads (Jaeger,
// Liu, Nagel 1989, Phys. Rev. Lett. 62, 40). The layer repeats along and across the slope, so that no end
// holds it.
#include <fmt/format.h>

#include "tests/support/bulk.h"
#include "tests/support/granular.h"

namespace talus {
namespace {

using namespace test::bulk;

struct Layer {
    int length = 14;    ///< beads of the floor along the slope
    int width = 8;      ///< and across
    double depth = 10;  ///< [d]
    double rate = 0.1;  ///< degrees a unit time
    Sand sand = {};
};

scene::Scene layerScene(const Layer& layer, double degrees) {
    scene::Scene scene = emptyScene(layer.sand);
    makePeriodic(scene, layer.length * glue_spacing, layer.width * glue_spacing);
    const double angle = degrees * std::numbers::pi / 180;
    scene.environment.gravity = {g * std::sin(angle), 0, -g * std::cos(angle)};
    return scene;
}

scene::Simulation settledLayer(const Layer& layer) {
    scene::Scene scene = layerScene(layer, 0);
    const double x = layer.length * glue_spacing, y = layer.width * glue_spacing;
    grains::in(scene).fills = {
        roughFloor(layer.length, layer.width),
        looseFill({0, 0, 0}, x, y, static_cast<std::uint64_t>(1.13 * x * y * layer.depth))};
    scene::Simulation simulation = testing_support::start(scene);
    settle(simulation);
    return simulation;
}

/// Mean velocity of the sand down the slope [sqrt(g d)].
double speedOf(const scene::Simulation& simulation) {
    const grains::Measures measures = measured(simulation);
    const double sand = static_cast<double>(sandOf(simulation).size()) * grain_mass;
    return measures.momentum.x / sand / std::sqrt(g * d);
}

struct Angles {
    double start = 0, stop = 0;
};

Angles tilt(const Layer& layer) {
    scene::Simulation simulation = settledLayer(layer);
    // A new simulation must know which sizes and materials there are.
    std::vector<grains::Grain> extremes(3);
    for (grains::Grain& grain : extremes) grain.material = "sand";
    extremes[0].radius = 0.5 * d * (1 - spread);
    extremes[1].radius = 0.5 * d * (1 + spread);
    extremes[1].position = {0, 0, 5 * d};
    extremes[2].position = {0, 0, 10 * d};
    extremes[2].radius = 0.5 * d;
    extremes[2].material = "glue";
    double degrees = 0;
    // Gravity turns: the state goes over into a simulation that differs in nothing else.
    const auto turnTo = [&](double to) {
        degrees = to;
        scene::Scene scene = layerScene(layer, degrees);
        grains::in(scene).placed = extremes;
        scene::Simulation turned = testing_support::start(scene);
        turned.world() = std::move(simulation.world());
        simulation = std::move(turned);
    };
    // Up until the layer flows, then down until it stands.
    Angles angles;
    while (degrees < 40 && speedOf(simulation) < 0.1) {
        turnTo(degrees + 0.25 * (degrees < 16 ? 1 : layer.rate));
        runFor(simulation, 0.25);
    }
    angles.start = degrees;
    // A layer below theta_r still flows for v / (g sin(theta_r - theta)), which is long: so the angle waits
    // while the flow slows down.
    std::vector<double> speeds;
    while (degrees > 5 && speedOf(simulation) > 0.005 && speeds.size() < 4 * 400) {
        speeds.push_back(speedOf(simulation));
        constexpr std::size_t back = 16;  // quarters of a unit time
        const bool slows = speeds.size() > back && speeds.back() < 0.97 * speeds[speeds.size() - 1 - back];
        if (!slows) turnTo(degrees - 0.25 * layer.rate);
        runFor(simulation, 0.25);
    }
    EXPECT_LT(speedOf(simulation), 0.01) << "it never stopped";
    angles.stop = degrees;
    report(fmt::format("seed_{}", layer.sand.seed),
           fmt::format("{} d deep: starts at {:.2f}, stops at {:.2f} degrees after {} unit times",
                       layer.depth, angles.start, angles.stop, speeds.size() / 4));
    return angles;
}

// Layers of less than ten grains start and stop some degrees above thick ones (Pouliquen 1999, Phys. Fluids
// 11, 542). A slope of frictionless spheres stands at 5.76 degrees and arctan(0.5) is 27.
TEST(Slope, StartsAtASteeperAngleThanItStops) {
    const Angles angles = tilt({.length = 9, .width = 6, .depth = 7, .rate = 0.15});
    EXPECT_GT(angles.start, angles.stop + 0.5);
    EXPECT_GT(angles.stop, 17);
    EXPECT_LT(angles.start, 28);
}

TEST(Slope, LongAnglesOfAThickLayer) {
    Angles mean;
    for (const std::uint32_t seed : {1u, 2u, 3u}) {
        const Angles angles =
            tilt({.length = 14, .width = 8, .depth = 12, .rate = 0.06, .sand = {.seed = seed}});
        EXPECT_GT(angles.start, angles.stop + 0.5);
        mean.start += angles.start / 3;
        mean.stop += angles.stop / 3;
    }
    report("mean", fmt::format("starts at {:.2f}, stops at {:.2f}", mean.start, mean.stop));
    EXPECT_NEAR(mean.stop, 20, 1.5);
    EXPECT_GT(mean.start, mean.stop + 1);
    EXPECT_LT(mean.start, mean.stop + 5);
}

}  // namespace
}  // namespace talus
