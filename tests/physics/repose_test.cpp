// The angle of repose of a poured heap, small enough for every run of the tests.
//
// What must hold (Zhou and others 2001, Phys. Rev. E 64, 021301: sliding friction and resistance to rolling
// decide the angle): it rises with friction; it is steeper when grains cannot roll (the thesis' preset); and
// without friction there is no heap.
#include "talus/method/heap/repose.h"

#include <numbers>

#include "talus/core/text_file.h"
#include "talus/scene/reader.h"
#include "tests/grains/grain_world.h"
#include "tests/support/paths.h"

namespace talus {
namespace {

using namespace testing_support;
namespace fields = grains::fields;

struct Pour {
    double friction = 0.6;
    bool spin = true;
    double rolling_friction = 0;
    std::uint32_t seed = 1;
};

/// scenes/sand-pile.toml with 1000 grains in a box of 92 mm, and softer grains: longer steps.
scene::Scene smallPile(const Pour& pour) {
    const std::string file = test::sourceFile("scenes/sand-pile.toml");
    const Result<std::string> text = readTextFile(file);
    EXPECT_TRUE(text.ok());
    const scene::ReadResult read = scene::readScene(*text, file);
    EXPECT_TRUE(read.scene.has_value()) << read.diagnostics.format(file, *text);
    scene::Scene scene = *read.scene;
    scene.seed = pour.seed;
    grains::in(scene).params.spin = pour.spin;
    grains::in(scene).contacts[0].friction = pour.friction;
    for (grains::Contact& contact : grains::in(scene).contacts) {
        contact.stiffness = 5e3;
        contact.shear_stiffness = 40;
        if (pour.rolling_friction == 0) continue;
        contact.rolling = grains::Rolling::Spring;
        contact.rolling_friction = pour.rolling_friction;
        contact.rolling_stiffness = 40;
    }
    scene.environment.walls[0].box = {{-0.046, -0.046, 0}, {0.046, 0.046, 0.2}};
    grains::Emitter& spout = grains::in(scene).emitters[0];
    spout.centre = {0, 0, pour.spin ? 0.045 : 0.09};  // the steeper heap must not reach it
    spout.radius = 0.014;
    spout.rate = 1500;
    spout.speed = 0.4;
    spout.count = 1000;
    scene.time.duration = 1.1;
    return scene;
}

method::Repose pourAndMeasure(const Pour& pour) {
    const scene::Scene scene = smallPile(pour);
    scene::Simulation simulation = start(scene, exec::Exec::serial());
    advance(simulation, scene::estimate(scene).steps);
    const grains::Measures measures = measured(simulation);
    EXPECT_EQ(measures.grains, 1000u);
    const state::Table& grains = simulation.world().table(grains::grains_table);
    const auto position = grains.read(fields::position);
    const auto radius = grains.read(fields::radius);
    return method::measureRepose({position.data(), position.size()}, {radius.data(), radius.size()},
                                 Vec3d{0, 0, 0});
}

/// Mean of three heaps [degrees]. Some heaps of 1000 grains are too small to have a line on their flank:
/// these say nothing, and the next seed is taken.
double meanOfThreeHeaps(Pour pour) {
    double sum = 0;
    int heaps = 0;
    for (pour.seed = 1; pour.seed <= 8 && heaps < 3; ++pour.seed) {
        const method::Repose repose = pourAndMeasure(pour);
        if (repose.no_heap) continue;
        sum += repose.angle * 180 / std::numbers::pi;
        ++heaps;
    }
    EXPECT_EQ(heaps, 3) << "of eight, at friction " << pour.friction;
    return sum / heaps;
}

/// The same of three pours, where one that gives no heap lies flat.
double meanOfThreePours(Pour pour) {
    double sum = 0;
    for (pour.seed = 1; pour.seed <= 3; ++pour.seed) {
        const method::Repose repose = pourAndMeasure(pour);
        if (!repose.no_heap) sum += repose.angle * 180 / std::numbers::pi;
    }
    return sum / 3;
}

// The gaps asked for are two to three times the standard error of a mean of three such small heaps (0.6
// degrees); docs/theory/grains.md has the numbers of heaps of 5000.
TEST(Repose, LongRisesWithFrictionAndIsSteeperWithoutSpin) {
    const double slippery = meanOfThreePours({.friction = 0.05});
    const double medium = meanOfThreeHeaps({.friction = 0.2});
    const double rough = meanOfThreeHeaps({.friction = 0.6});
    const double no_spin = meanOfThreeHeaps({.friction = 0.6, .spin = false});
    EXPECT_GT(medium, slippery + 2) << slippery << " " << medium;
    EXPECT_GT(rough, medium + 2) << medium << " " << rough;
    EXPECT_GT(no_spin, rough + 2) << rough << " " << no_spin;
    EXPECT_GT(rough, 15);
    EXPECT_LT(rough, 30);
    RecordProperty("degrees_at_0.05", std::to_string(slippery));
    RecordProperty("degrees_at_0.2", std::to_string(medium));
    RecordProperty("degrees_at_0.6", std::to_string(rough));
    RecordProperty("degrees_no_spin", std::to_string(no_spin));
}

// Two seeds each: the gap asked for is three standard errors of the difference of the means.
TEST(Repose, LongRisesWithRollingFriction) {
    const double none = meanOfThreeHeaps({.rolling_friction = 0});
    const double much = meanOfThreeHeaps({.rolling_friction = 0.2});
    RecordProperty("degrees_at_rolling_0", std::to_string(none));
    RecordProperty("degrees_at_rolling_0.2", std::to_string(much));
    EXPECT_GT(much, none + 2.5) << none << " " << much;
}

// The bounds of the long test above, for one heap: a third of their width is four standard errors of it.
TEST(Repose, FrictionMakesAHeap) {
    const method::Repose repose = pourAndMeasure({.friction = 0.6});
    ASSERT_FALSE(repose.no_heap.has_value()) << method::describe(repose);
    EXPECT_GT(repose.angle * 180 / std::numbers::pi, 15);
    EXPECT_LT(repose.angle * 180 / std::numbers::pi, 30);
}

TEST(Repose, ZeroFrictionGivesNoHeap) {
    const method::Repose repose = pourAndMeasure({.friction = 0});
    EXPECT_TRUE(repose.no_heap.has_value() || repose.angle < 2 * std::numbers::pi / 180)
        << method::describe(repose);
}

}  // namespace
}  // namespace talus
