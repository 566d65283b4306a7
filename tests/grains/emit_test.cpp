#include "talus/grains/sources/emit.h"

#include "talus/grains/sources/fill.h"
#include "tests/grains/grain_world.h"

namespace talus::grains {
namespace {

using testing_support::advance;
using testing_support::sandScene;
using testing_support::start;

scene::Scene pouring(double rate) {
    scene::Scene scene = sandScene({}, 2e-5);
    scene.environment.gravity = {0, 0, -9.81};
    Emitter emitter;
    emitter.name = "spout";
    emitter.material = "sand";
    emitter.centre = {0, 0, 1};
    emitter.rate = rate;
    emitter.count = 400;
    emitter.radius_spread = 0.2;
    grains::in(scene).emitters = {emitter};
    return scene;
}

std::size_t overlaps(const scene::Simulation& simulation) { return measured(simulation).contacts; }

TEST(Emit, PoursAtItsRateWithoutOverlaps) {
    const scene::Scene scene = pouring(2000);
    ASSERT_LT(2000, largestRate(grains::in(scene).emitters[0], scene.environment.gravity));
    scene::Simulation simulation = start(scene);
    for (int k = 1; k <= 10; ++k) {
        advance(simulation, 500);  // 10 ms: 20 grains
        const double expected = 2000 * simulation.world().time;
        // A round comes every quarter of the clearing time (2 ms, 4 grains).
        EXPECT_NEAR(static_cast<double>(measured(simulation).grains), expected, 8);
        EXPECT_EQ(overlaps(simulation), 0u);
    }
}

// Discs over a corner of the domain, level and tilted, and one wider than the domain. All grains move alike,
// so that none meets another later.
TEST(Emit, SeesGrainsAcrossPeriodicSides) {
    for (const Vec3d direction : {Vec3d{0, 0, -1}, Vec3d{1, 0.5, -1}})
        for (const double radius : {0.02, 0.06}) {
            scene::Scene scene = pouring(1e5);
            scene.environment.gravity = {};
            scene.environment.periodic = {"x", "y"};
            scene.environment.domain_min = {0, 0, 0};
            scene.environment.domain_max = {0.05, 0.06, 2};
            grains::in(scene).emitters[0].centre = {0.001, 0.059, 1};
            grains::in(scene).emitters[0].direction = direction;
            grains::in(scene).emitters[0].radius = radius;
            grains::in(scene).emitters[0].speed = 0.3;
            scene::Simulation simulation = start(scene);
            for (int k = 0; k < 40; ++k) {
                advance(simulation, 25);
                ASSERT_EQ(overlaps(simulation), 0u) << radius << " m, " << direction.x << ", round " << k;
            }
            EXPECT_GT(measured(simulation).grains, 80u);
        }
}

TEST(Emit, StopsAtItsCount) {
    scene::Scene scene = pouring(2000);
    grains::in(scene).emitters[0].count = 37;
    scene::Simulation simulation = start(scene);
    advance(simulation, 2000);
    EXPECT_EQ(measured(simulation).grains, 37u);
}

TEST(Emit, ReachesTheLargestRateAndNotMuchMore) {
    scene::Scene scene = pouring(1);
    const double most = largestRate(grains::in(scene).emitters[0], scene.environment.gravity);
    grains::in(scene).emitters[0].count = 1000000;
    grains::in(scene).emitters[0].rate = most;
    scene::Simulation simulation = start(scene);
    advance(simulation, 2500);
    // Late by at most one clearing time's worth.
    EXPECT_GT(static_cast<double>(measured(simulation).grains), 0.93 * most * 0.05);
    EXPECT_EQ(overlaps(simulation), 0u);
}

// What it owes grows with time; what it costs must not.
TEST(Emit, TriesABuriedDiscAFewTimesARound) {
    scene::Scene scene = pouring(1e5);
    scene.environment.gravity = {};
    grains::in(scene).emitters[0].count = 1000000;
    Grain boulder;
    boulder.material = "sand";
    boulder.radius = 3 * grains::in(scene).emitters[0].radius;
    boulder.position = grains::in(scene).emitters[0].centre;
    grains::in(scene).placed = {boulder};
    scene::Simulation simulation = start(scene);
    const state::Table& emitters = simulation.world().table(emitters_table);
    const double round = clearingTime(grains::in(scene).emitters[0], {}) / 4;
    advance(simulation, 5000);
    EXPECT_EQ(measured(simulation).grains, 1u);
    EXPECT_GT(emitters.read(fields::tried)[0], 0u);
    EXPECT_LE(static_cast<double>(emitters.read(fields::tried)[0]),
              100 * (simulation.world().time / round + 2));
}

TEST(Emit, GrainsStayOnTheDiscAndKeepTheirSizes) {
    scene::Scene scene = pouring(2000);
    scene.environment.gravity = {};
    grains::in(scene).emitters[0].direction = {1, 1, 0};
    scene::Simulation simulation = start(scene);
    advance(simulation, 4000);
    const auto& grains = simulation.world().table(grains_table);
    ASSERT_GT(grains.size(), 100u);
    const Vec3d along = normalized(Vec3d{1, 1, 0});
    double smallest = 1, largest = 0;
    for (std::size_t i = 0; i < grains.size(); ++i) {
        const Vec3d offset = grains.read(fields::position)[i] - Vec3d{0, 0, 1};
        const double off_axis = length(offset - along * dot(offset, along));
        EXPECT_LE(off_axis + grains.read(fields::radius)[i],
                  grains::in(scene).emitters[0].radius * (1 + 1e-12));
        EXPECT_NEAR(length(grains.read(fields::velocity)[i] - along * 0.5), 0, 1e-12);
        smallest = std::min(smallest, grains.read(fields::radius)[i]);
        largest = std::max(largest, grains.read(fields::radius)[i]);
    }
    EXPECT_GE(smallest, 0.0016);
    EXPECT_LE(largest, 0.0024);
    EXPECT_LT(smallest, 0.0017);
    EXPECT_GT(largest, 0.0023);
}

TEST(Emit, NumberDueStartsWithOneGrainAndEndsWithTheCount) {
    Emitter emitter;
    emitter.rate = 100;
    emitter.count = 50;
    emitter.start = 1;
    EXPECT_EQ(begunBy(emitter, 0.5), 0u);
    EXPECT_EQ(begunBy(emitter, 1), 1u);
    EXPECT_EQ(begunBy(emitter, 1.105), 11u);
    EXPECT_EQ(begunBy(emitter, 1e9), 50u);
    EXPECT_EQ(grainsInAll(emitter), 50u);
    emitter.stop = 1.25;
    EXPECT_EQ(grainsInAll(emitter), 26u);
}

scene::Scene pouringFrom(Emitter::Shape shape) {
    scene::Scene scene = pouring(1);
    scene.environment.gravity = {};
    Emitter& emitter = grains::in(scene).emitters[0];
    emitter.shape = shape;
    emitter.end = emitter.centre + Vec3d{0.08, 0.06, 0};  // 10 cm
    emitter.width = 0.05;
    emitter.height = 0.03;
    emitter.count = 1000000;
    emitter.rate = largestRate(emitter, {});
    return scene;
}

// Grains of mean radius 2 mm at 0.5 m/s, which take 9.6 ms to clear where they appear. As on the disc, they
// come at the largest rate, late by one clearing time's worth at most, and none on another.
TEST(Emit, PoursFromLinesRectanglesAndPoints) {
    using Shape = Emitter::Shape;
    for (const Shape shape : {Shape::Line, Shape::Rectangle, Shape::Point}) {
        const scene::Scene scene = pouringFrom(shape);
        const Emitter& emitter = grains::in(scene).emitters[0];
        scene::Simulation simulation = start(scene);
        advance(simulation, 5000);  // 0.1 s
        const state::Table& grains = simulation.world().table(grains_table);
        const double due = emitter.rate * simulation.world().time,
                     late = emitter.rate * clearingTime(emitter, {});
        EXPECT_GE(static_cast<double>(grains.size()), due - late) << int(shape);
        EXPECT_LE(static_cast<double>(grains.size()), due + 1) << int(shape);
        EXPECT_EQ(overlaps(simulation), 0u) << int(shape);
        const environment::RegionAxes axes = axesOf(emitter);
        for (std::size_t i = 0; i < grains.size(); ++i) {
            const Vec3d offset = grains.read(fields::position)[i] - emitter.centre;
            const double a = grains.read(fields::radius)[i];
            if (shape == Shape::Rectangle) {
                EXPECT_LE(std::abs(dot(offset, axes.u)) + a, 0.5 * emitter.width * (1 + 1e-12));
                EXPECT_LE(std::abs(dot(offset, axes.v)) + a, 0.5 * emitter.height * (1 + 1e-12));
            } else {
                const Vec3d flat{offset.x, offset.y, 0};
                EXPECT_LE(length(shape == Shape::Line ? cross(flat, axes.along) : flat), 1e-12) << int(shape);
            }
        }
    }
}

TEST(Emit, FollowsKeyframesAndStops) {
    scene::Scene scene = pouring(1);
    Emitter& emitter = grains::in(scene).emitters[0];
    emitter.times = {0, 0.02, 0.04};
    emitter.rates = {0, 2000, 0};  // 40 in all
    scene::Simulation simulation = start(scene);
    advance(simulation, 1000);                                             // 0.02 s
    EXPECT_NEAR(static_cast<double>(measured(simulation).grains), 20, 8);  // as above: a round of 4 grains
    advance(simulation, 2000);
    EXPECT_EQ(measured(simulation).grains, grainsInAll(emitter));
    EXPECT_EQ(grainsInAll(emitter), 41u);  // the first comes at the very beginning, the last at the end
}

TEST(Fill, FillsABoxWithoutOverlapsAndInside) {
    for (const Fill::Packing packing : {Fill::Packing::Lattice, Fill::Packing::Jittered}) {
        Fill fill;
        fill.box = {{-0.01, -0.01, 0}, {0.013, 0.01, 0.03}};
        fill.packing = packing;
        fill.radius_spread = 0.1;
        fill.spacing = 1.1;
        const auto places = *fillPositions(fill, {1, 1});
        ASSERT_EQ(static_cast<double>(places.size()), fillCount(fill));
        ASSERT_EQ(places.size(), 4u * 4u * 6u);  // (23, 20, 30 mm less 4.4 mm) / 4.84 mm, plus one
        for (std::size_t i = 0; i < places.size(); ++i) {
            const auto [p, a] = places[i];
            EXPECT_GE(std::min({p.x + 0.01 - a, p.y + 0.01 - a, p.z - a, 0.013 - a - p.x, 0.01 - a - p.y,
                                0.03 - a - p.z}),
                      -1e-15);
            for (std::size_t j = 0; j < i; ++j)
                ASSERT_GE(length(p - places[j].position), a + places[j].radius);
        }
    }
}

TEST(Fill, CountsAnAbsurdBoxWithoutMakingIt) {
    Fill fill;
    fill.box = {{0, 0, 0}, {1e9, 1e9, 1e9}};
    EXPECT_GT(fillCount(fill), 1e30);
    fill.count = 10;
    EXPECT_EQ(fillCount(fill), 10);
    fill.box = {{0, 0, 0}, {1e-6, 1, 1}};
    EXPECT_EQ(fillCount(fill), 0);
}

}  // namespace
}  // namespace talus::grains
