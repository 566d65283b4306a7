// Grains and cloth in one scene: the cloth is a wall that deforms to the grains (environment/walls.h).
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "talus/cloth/fields.h"
#include "talus/environment/fields.h"
#include "talus/grains/fields.h"
#include "tests/support/scene_head.h"
#include "tests/support/scene_text.h"

namespace talus::couple {
namespace {

using test::runTo;
using test::simulationOf;

const std::string head =
    test::sceneHead("cloth-grains", {.duration = 2, .frame_interval = 0.02}, {{"stone"}, {"linen"}});

const std::string contacts = R"(
[[contact]]
between = ["stone", "stone"]
law = "linear"
stiffness = 1000
restitution = 0.2
friction = 0.5
rolling = "constant"
rolling_friction = 0.2
[[contact]]
between = ["stone", "linen"]
law = "linear"
stiffness = 500
restitution = 0.2
friction = 0.4
)";

std::string sheet(const std::string& more = "") {
    return "[[cloth]]\nname = \"sheet\"\nmaterial = \"linen\"\nwidth = 0.2\nheight = 0.2\npoints_x = 13\n"
           "points_y = 13\ndensity = 0.3\nself_contact = false\n" +
           more;
}

struct Momentum {
    Vec3d linear, angular;
    Momentum& add(double mass, const Vec3d& position, const Vec3d& velocity) {
        linear += velocity * mass;
        angular += cross(position, velocity) * mass;
        return *this;
    }
};

Momentum momentumOf(const state::World& world) {
    Momentum sum;
    for (const auto& [table, position, velocity, mass] :
         {std::tuple(cloth::points_table, &cloth::fields::position, &cloth::fields::velocity,
                     &cloth::fields::mass),
          std::tuple(grains::grains_table, &grains::fields::position, &grains::fields::velocity,
                     &grains::fields::mass)}) {
        const state::Table& rows = world.table(table);
        for (std::size_t k = 0; k < rows.size(); ++k)
            sum.add(rows.read(*mass)[k], rows.read(*position)[k], rows.read(*velocity)[k]);
    }
    const state::Table& rows = world.table(grains::grains_table);
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const double r = rows.read(grains::fields::radius)[k];
        sum.angular +=
            rows.read(grains::fields::spin)[k] * (0.4 * rows.read(grains::fields::mass)[k] * r * r);
    }
    return sum;
}

std::size_t below(const state::World& world, double height) {
    const auto position = world.table(grains::grains_table).read(grains::fields::position);
    return static_cast<std::size_t>(
        std::count_if(position.begin(), position.end(), [&](const Vec3d& p) { return !(p.z > height); }));
}

// Nothing holds either of the two: what the grain loses the sheet gains, to round-off. The sheet's springs
// keep its momentum, too. Angular momentum is not kept to round-off: the grain's force acts at the point of
// its surface, which is up to an overlap away from the sheet.
TEST(ClothGrains, KeepMomentum) {
    auto simulation = simulationOf(head + contacts + sheet() + R"(
[world]
gravity = [0, 0, 0]
[[grain]]
material = "stone"
radius = 0.008
position = [0.013, 0.021, 0.03]
velocity = [0.1, 0.3, -1]
)");
    const Momentum before = momentumOf(simulation.world());
    runTo(simulation, 0.1);
    const Momentum after = momentumOf(simulation.world());
    const state::Table& grains = simulation.world().table(grains::grains_table);
    const Vec3d v = grains.read(grains::fields::velocity)[0];
    EXPECT_GT(v.z, -0.9);  // they have met
    const double scale = length(before.linear);
    EXPECT_LT(length(after.linear - before.linear), 1e-10 * scale);
    EXPECT_LT(length(after.angular - before.angular), 1e-3 * scale * 0.1);
}

// A sheet that is held by its four edges carries a heap: no grain gets through, and once it is at rest its
// load is the weight of the grains.
TEST(ClothGrains, SheetCarriesAHeap) {
    auto simulation = simulationOf(head + contacts + sheet("damping = 0.05\n") + R"(
[[cloth_attachment]]
cloth = "sheet"
where = "left"
[[cloth_attachment]]
cloth = "sheet"
where = "right"
[[cloth_attachment]]
cloth = "sheet"
where = "top"
[[cloth_attachment]]
cloth = "sheet"
where = "bottom"
[[fill]]
name = "lump"
material = "stone"
min = [-0.04, -0.04, 0.006]
max = [0.04, 0.04, 0.034]
grain_radius = 0.004
)");
    const std::size_t count = simulation.world().table(grains::grains_table).size();
    ASSERT_GT(count, 200u);
    runTo(simulation, 1.5);
    const state::World& world = simulation.world();
    ASSERT_EQ(world.table(grains::grains_table).size(), count);
    const auto points = world.table(cloth::points_table).read(cloth::fields::position);
    double lowest = 0;
    for (const Vec3d& p : points) lowest = std::min(lowest, p.z);
    EXPECT_LT(lowest, -0.005);  // it sags
    EXPECT_EQ(below(world, lowest), 0u);
    double weight = 0;
    const auto mass = world.table(grains::grains_table).read(grains::fields::mass);
    for (const double m : mass) weight += m * 9.81;
    // The mean over some time, as the heap still moves up and down on the sheet; less its change of momentum.
    const auto momentum = [&] {
        const state::Table& grains = world.table(grains::grains_table);
        double sum = 0;
        for (std::size_t k = 0; k < count; ++k)
            sum += grains.read(grains::fields::mass)[k] * grains.read(grains::fields::velocity)[k].z;
        return sum;
    };
    const double before = momentum();
    double load = 0;
    for (int frame = 1; frame <= 10; ++frame) {
        runTo(simulation, 1.5 + 0.02 * frame);
        const state::Table& walls = world.table(environment::walls_table);
        load += 0.1 * walls.read(grains::fields::wall_force_sum)[0].z /
                static_cast<double>(walls.read(grains::fields::wall_steps)[0]);
    }
    EXPECT_NEAR(load, -(weight + (momentum() - before) / 0.2), 0.01 * weight);
}

// A ball tears a sheet that is held by its edges, and falls through the rip: torn triangles hold nothing.
TEST(ClothGrains, FallThroughARip) {
    const auto lowestOfBall = [](const std::string& more) {
        auto simulation = simulationOf(head + contacts + sheet(more) + R"(
[[cloth_attachment]]
cloth = "sheet"
where = "left"
[[cloth_attachment]]
cloth = "sheet"
where = "right"
[[grain]]
material = "stone"
radius = 0.01
position = [0.003, 0.002, 0.05]
velocity = [0, 0, -1.5]
)");
        runTo(simulation, 0.2);
        // A grain that has fallen off the scene is taken out.
        const auto position = simulation.world().table(grains::grains_table).read(grains::fields::position);
        return position.empty() ? -1.0 : position[0].z;
    };
    EXPECT_GT(lowestOfBall(""), -0.1);
    EXPECT_LT(lowestOfBall("tear_strain = 0.01\n"), -0.15);
}

TEST(ClothGrains, SameBitsByThreadsAndFromASnapshot) {
    const std::string text = head + contacts + sheet() + R"(
[[cloth_attachment]]
cloth = "sheet"
where = "corners"
[[fill]]
name = "lump"
material = "stone"
min = [-0.03, -0.03, 0.006]
max = [0.03, 0.03, 0.03]
grain_radius = 0.005
)";
    auto one = simulationOf(text, 1), two = simulationOf(text, 2), resumed = simulationOf(text, 2);
    runTo(one, 0.06);
    const state::Snapshot middle = takeSnapshot(one.world());
    ASSERT_TRUE(restore(middle, resumed.world()).ok());
    runTo(one, 0.16);
    runTo(two, 0.16);
    runTo(resumed, 0.16);
    EXPECT_EQ(stateHash(one.world()), stateHash(two.world()));
    EXPECT_EQ(stateHash(one.world()), stateHash(resumed.world()));
}

// Without a material nobody knows the law of a contact.
TEST(ClothGrains, NeedAMaterial) {
    const std::string text = head + contacts +
                             "[[cloth]]\nname = \"sheet\"\n[[grain]]\nmaterial = \"stone\"\n"
                             "radius = 0.01\nposition = [0, 0, 1]\n";
    const scene::ReadResult read = scene::readScene(text, "scene.toml", {}, scene::Machine{});
    ASSERT_FALSE(read.scene);
    EXPECT_THAT(read.diagnostics.format("scene.toml", text), ::testing::HasSubstr("touch cloth"));
}

}  // namespace
}  // namespace talus::couple
