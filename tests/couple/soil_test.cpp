// Ground that gives way under bodies, run as scenes.
#include <algorithm>

#include "talus/ground/fields.h"
#include "talus/ground/scene.h"
#include "talus/solids/fields.h"
#include "talus/solids/instance.h"
#include "tests/support/scene_head.h"
#include "tests/support/scene_text.h"

namespace talus::couple {
namespace {

using test::runTo;
using test::simulationOf;

std::string text(double number) { return std::to_string(number); }

std::string scene(const std::string& soil, const std::string& bodies, double half = 0.15) {
    return test::sceneHead("soil", {.duration = 10, .frame_interval = 0.04}, {{"sand"}, {"steel", 7800}}) +
           R"(
[ground]
material = "sand"
corner = [)" +
           text(-half) + ", " + text(-half) + R"(, 0.2]
size = [)" +
           text(2 * half) + ", " + text(2 * half) + R"(]
spacing = 0.0025
[soil]
)" + soil + "\n" +
           bodies;
}

std::string ball(double drop, const std::string& more = "") {
    return R"(
[[body]]
name = "ball"
material = "steel"
radius = 0.0127
position = [0.0003, -0.0007, )" +
           text(0.2 + 0.0127 + drop) + "]\n" + more;
}

struct Ground {
    geometry::ColumnGrid grid;
    exec::View<const double> height;
    exec::View<const std::uint8_t> touched;
};

Ground ground(const scene::Simulation& simulation) {
    const state::Table& table = simulation.world().table(ground::ground_table);
    return {ground::in(simulation.scene()).ground->surface->grid, table.read(ground::fields::height),
            table.read(ground::fields::touched)};
}

double volume(const scene::Simulation& simulation) {
    const Ground now = ground(simulation);
    return volumeOf(exec::Exec::serial(), now.grid, now.height);
}

double ledger(const scene::Simulation& simulation, const state::Field<double>& field) {
    return simulation.world().table(ground::soil_table).read(field)[0];
}

double highest(const scene::Simulation& simulation) {
    return boundsOf(exec::Exec::serial(), ground(simulation).grid, ground(simulation).height).max.z;
}

bool atRest(const scene::Simulation& simulation) {
    const auto awake = simulation.world().table(ground::tiles_table).read(ground::fields::awake);
    return std::ranges::all_of(awake, [](std::uint8_t a) { return a == 0; });
}

/// The steepest slope between two columns that nothing touches [rad].
double steepest(const Ground& now) {
    double slope = 0;
    for (std::uint32_t j = 1; j + 1 < now.grid.rows; ++j)
        for (std::uint32_t i = 1; i + 1 < now.grid.columns; ++i)
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx) {
                    if (dx == 0 && dy == 0) continue;
                    const std::size_t a = now.grid.at(i, j);
                    const std::size_t b =
                        now.grid.at(i + static_cast<std::uint32_t>(dx), j + static_cast<std::uint32_t>(dy));
                    if (now.touched[a] || now.touched[b]) continue;
                    slope = std::max(slope, std::atan((now.height[a] - now.height[b]) /
                                                      (now.grid.spacing * std::hypot(dx, dy))));
                }
    return slope;
}

/// Ten hammers that each go down 50 times a second while they wander.
std::string hammers() {
    std::string all;
    for (int n = 0; n < 10; ++n) {
        const std::string name = "hammer-" + std::to_string(n);
        const bool round = n % 2 == 0;
        all +=
            "[[body]]\nname = \"" + name + "\"\nmaterial = \"steel\"\n" +
            (round ? "shape = \"sphere\"\nradius = 0.02\n" : "shape = \"box\"\nsize = [0.03, 0.02, 0.02]\n") +
            "position = [" + text(-0.1 + 0.022 * n) + ", " + text(0.03 * (n % 3) - 0.03) + ", " +
            text(round ? 0.216 : 0.208) + "]\nrotation = [0, 0, " + text(0.3 * n) +
            "]\nmotion = \"prescribed\"\n[[motion]]\nwall = \"" + name +
            "\"\nkind = \"vibrate\"\namplitude = 0.006\nfrequency = 50\nphase = " + text(0.6 * n) +
            "\n[[motion]]\nwall = \"" + name + "\"\nkind = \"translate\"\nvelocity = [0, " +
            text(n % 2 ? 0.03 : -0.03) + ", 0]\n";
    }
    return all;
}

// A thousand impacts: what sand that cannot be pressed together loses under the hammers is beside them, to
// the round-off of a sum over 14641 columns; of sand that can, exactly the share that the ledger says is
// gone.
TEST(Soil, KeepsItsLedger) {
    for (const double alpha : {1.0, 0.3}) {
        auto simulation = simulationOf(scene("sweeps = 4\nalpha = " + text(alpha), hammers()));
        const double before = volume(simulation);
        runTo(simulation, 2);
        const double removed = ledger(simulation, ground::fields::removed);
        EXPECT_GT(removed, 1e-4);
        EXPECT_EQ(ledger(simulation, ground::fields::blocked), 0);
        EXPECT_NEAR(ledger(simulation, ground::fields::moved), alpha * removed, 1e-12 * removed);
        EXPECT_NEAR(ledger(simulation, ground::fields::compressed), (1 - alpha) * removed, 1e-12 * removed);
        EXPECT_NEAR(volume(simulation), before - ledger(simulation, ground::fields::compressed),
                    1e-12 * before);
    }
}

/// Height of the crest of a crater's rim above the ground as it was [m], in 72 directions around the ball.
std::vector<double> rimAround(const scene::Simulation& simulation, double from, double to) {
    const Ground now = ground(simulation);
    const Vec3d ball = solids::bodyIn(simulation.world().table(solids::bodies_table), 0).position;
    std::vector<double> crest;
    for (int n = 0; n < 72; ++n) {
        const double angle = 2 * M_PI * n / 72;
        double most = -1;
        for (double r = from; r <= to; r += 0.5 * now.grid.spacing)
            most = std::max(most, geometry::surfaceAt(now.grid, now.height, ball.x + r * std::cos(angle),
                                                      ball.y + r * std::sin(angle))
                                          ->height -
                                      0.2);
        crest.push_back(most);
    }
    return crest;
}

/// A ball of 5 cm that falls on it, and is at rest.
scene::Simulation cratered(const std::string& soil, double drop) {
    auto simulation = simulationOf(scene(soil, R"(
[[body]]
name = "ball"
material = "steel"
density = 2600
radius = 0.025
position = [0.0003, -0.0007, )" + text(0.225 + drop) +
                                                   "]\n"));
    runTo(simulation, 1.2);
    EXPECT_TRUE(atRest(simulation)) << soil;
    return simulation;
}

// The thesis' response and its preset of sand leave a rim all around: 1.8 to 3.2 mm around a crater of 14 mm
// (v / rate, from 10 cm), 2.3 to 3.8 mm around one of 22 mm, where the sides of the grid's cells show. Snow
// is pressed together altogether.
TEST(Soil, CratersOfTheThesisPresetHaveARimAllAround) {
    for (const double drop : {0.1, 0.25}) {
        const auto simulation = cratered("kind = \"sand\"\nresponse = \"thesis\"", drop);
        const double depth =
            0.225 - solids::bodyIn(simulation.world().table(solids::bodies_table), 0).position.z;
        EXPECT_NEAR(depth, std::sqrt(2 * 9.81 * drop) / 100, 0.001);
        const auto crest = rimAround(simulation, 0.015, 0.045);
        EXPECT_GT(std::ranges::min(crest), 0.08 * depth);
        EXPECT_GT(std::ranges::max(crest), 0.15 * depth);
        EXPECT_LE(steepest(ground(simulation)), ground::sand().slopes.outside + 1e-12);
    }
    EXPECT_EQ(highest(cratered("kind = \"snow\"\nresponse = \"thesis\"", 0.1)), 0.2);
}

// A ball leaves a crater, which has a rim in sand and mud and none in snow. Once all is at rest no slope that
// nothing touches is above the one at which sliding starts; where that is also the one at which it stops,
// none is above it.
TEST(Soil, CratersHaveRimsInSandOnly) {
    for (const char* soil :
         {"kind = \"sand\"", "kind = \"sand\"\nalpha = 1\noutside = 0.4", "kind = \"mud\""}) {
        auto simulation = simulationOf(scene(soil, ball(0.02, "density = 300")));
        runTo(simulation, 1.5);
        EXPECT_TRUE(atRest(simulation)) << soil;
        EXPECT_GT(highest(simulation), 0.2 + 1e-4) << soil;
        EXPECT_LE(steepest(ground(simulation)),
                  kindOf(*ground::in(simulation.scene()).soil).slopes.outside + 1e-12)
            << soil;
    }
    auto snow = simulationOf(scene("kind = \"snow\"", ball(0.02, "density = 300")));
    runTo(snow, 1.5);
    EXPECT_EQ(highest(snow), 0.2);
    EXPECT_GT(ledger(snow, ground::fields::compressed), 1e-7);
}

// Uehara and others (2003): the depth goes with the total drop H = h + d as H^(1/3). For steel balls dropped
// on sand from 2 cm to 1.3 m, by least squares through the logarithms, within 0.05 as asked; and it goes as
// 1/3 only with the constants of 2013, which leave no other number free.
TEST(Soil, CraterDepthGoesWithTheCubeRootOfTheDrop) {
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (double drop = 0.02; drop < 1.5; drop *= 2) {
        auto simulation = simulationOf(scene("inside = 1.5", ball(drop), 0.06));
        const double start = solids::bodyIn(simulation.world().table(solids::bodies_table), 0).position.z;
        runTo(simulation, 0.9);
        const solids::BodyState at = solids::bodyIn(simulation.world().table(solids::bodies_table), 0);
        EXPECT_LT(length(at.velocity), 1e-3);
        const double total = start - at.position.z, depth = total - drop;
        EXPECT_GT(depth, 0.005);
        ++n;
        sx += std::log(total);
        sy += std::log(depth);
        sxx += std::log(total) * std::log(total);
        sxy += std::log(total) * std::log(depth);
    }
    EXPECT_NEAR((n * sxy - sx * sy) / (n * sxx - sx * sx), 1.0 / 3, 0.05);
}

// By the thesis' response a ball of speed v sinks v / rate; a step of 0.3 ms at a rate of 40 takes 1% of it.
TEST(Soil, ThesisPresetStopsBodiesExponentially) {
    auto simulation =
        simulationOf(scene("response = \"thesis\"\nrate = 40", ball(0.0005, "velocity = [0, 0, -1]")));
    runTo(simulation, 1);
    const solids::BodyState at = solids::bodyIn(simulation.world().table(solids::bodies_table), 0);
    const double speed = std::sqrt(1 + 2 * 9.81 * 0.0005);
    EXPECT_NEAR(0.2127 - at.position.z, speed / 40, 0.015 * speed / 40);
    EXPECT_LT(length(at.velocity), 1e-9);
}

// Bedrock is where even the heaviest body ends.
TEST(Soil, EndsAtBedrock) {
    auto simulation = simulationOf(scene("depth = 0.01", ball(0.5, "mass = 10")));
    runTo(simulation, 1);
    const solids::BodyState at = solids::bodyIn(simulation.world().table(solids::bodies_table), 0);
    EXPECT_NEAR(at.position.z - 0.0127, 0.19, 1e-4);
    EXPECT_GE(boundsOf(exec::Exec::serial(), ground(simulation).grid, ground(simulation).height).min.z, 0.19);
}

// A ball that comes down on the flank of a hill of sand rolls on, leaves a track, and comes to rest.
TEST(Soil, BallsRollDownAndLeaveTracks) {
    auto simulation =
        simulationOf(test::sceneHead("hill", {.duration = 10, .frame_interval = 0.04}, {{"sand"}}) + R"(
[ground]
material = "sand"
shape = "dunes"
corner = [0, -0.2, 0]
size = [4, 0.4]
spacing = 0.01
height = 0.3
wavelength = 2
slip = "31 deg"
wander = 0
[soil]
outside = "36 deg"
stop = "34 deg"
inside = "60 deg"
[[body]]
name = "ball"
material = "sand"
density = 700
radius = 0.05
position = [1.6, 0, 0.32]
velocity = [0.3, 0, 0]
)");
    const Ground start = ground(simulation);
    const std::vector<double> before(start.height.begin(), start.height.end());
    const double from = solids::bodyIn(simulation.world().table(solids::bodies_table), 0).position.x;
    double fastest = 0;
    for (int k = 1; k <= 60; ++k) {
        runTo(simulation, 0.04 * k);
        const solids::BodyState at = solids::bodyIn(simulation.world().table(solids::bodies_table), 0);
        fastest = std::max(fastest, at.spin.y);
    }
    const solids::BodyState end = solids::bodyIn(simulation.world().table(solids::bodies_table), 0);
    EXPECT_GT(end.position.x, from + 0.2);
    EXPECT_LT(end.position.x, 3.5);
    EXPECT_GT(fastest, 3);  // it turns as it goes
    EXPECT_LT(length(end.velocity), 0.01);
    // Under its path the ground is lower than it was; far beside it it is as it was.
    const Ground now = ground(simulation);
    for (double x = from + 0.05; x < std::min(end.position.x - 0.06, 3.9); x += 0.01) {
        const auto i = static_cast<std::uint32_t>(std::lround(x / 0.01));
        ASSERT_LT(now.height[now.grid.at(i, 20)], before[now.grid.at(i, 20)] - 5e-4) << x;
        ASSERT_EQ(now.height[now.grid.at(i, 2)], before[now.grid.at(i, 2)]) << x;
    }
}

// A block dropped on its edge comes to lie; one put down flat stays flat and at rest.
TEST(Soil, BlocksComeToRest) {
    auto simulation = simulationOf(scene("", R"(
[[body]]
name = "tilted"
material = "sand"
shape = "box"
size = [0.06, 0.04, 0.03]
position = [0.05, 0, 0.26]
rotation = [0.4, 0.5, 0.2]
[[body]]
name = "flat"
material = "sand"
shape = "box"
size = [0.06, 0.04, 0.03]
position = [-0.07, 0, 0.216]
)"));
    runTo(simulation, 3);
    const state::Table& bodies = simulation.world().table(solids::bodies_table);
    EXPECT_LT(length(solids::bodyIn(bodies, 0).velocity), 1e-3);
    EXPECT_LT(length(solids::bodyIn(bodies, 1).velocity), 1e-6);
    EXPECT_GT(solids::bodyIn(bodies, 1).rotation.z.z, 1 - 1e-3);
    EXPECT_GT(solids::bodyIn(bodies, 1).position.z, 0.185);
}

}  // namespace
}  // namespace talus::couple
