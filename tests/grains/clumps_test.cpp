// Grains of several spheres in a scene: sources, sinks, walls, and the same bits.
#include <cmath>

#include "talus/grains/clumps/fields.h"
#include "tests/grains/clump_scenes.h"
#include "tests/grains/grain_world.h"
#include "tests/support/same_bits.h"
#include "tests/support/scenes_of_each_kind.h"

namespace talus {
namespace {

using namespace testing_support;
using namespace test::clump_scenes;

// A shape of one sphere is a ball, to the last bit, whatever its place and size in the list.
TEST(Clumps, OfOneSphereAreBallsToTheLastBit) {
    const std::string fill = R"([[wall]]
name = "floor"
material = "sand"
[[fill]]
name = "lump"
material = "sand"
min = [0, 0, 0]
max = ["20 mm", "20 mm", "20 mm"]
grain_radius = "2 mm"
radius_spread = 0.2
)";
    auto balls = test::simulationOf(head + contact + fill);
    auto shaped = test::simulationOf(head + contact + shapes + fill + "grain_shapes = [\"ball\"]\n");
    test::runTo(balls, 0.02);
    test::runTo(shaped, 0.02);
    EXPECT_EQ(state::stateHash(shaped.world()), state::stateHash(balls.world()));
}

TEST(Clumps, HaveTheSameBitsForAnyThreadsAndAfterAResume) {
    for (const char* more :
         {"", "[world]\nperiodic = [\"x\", \"y\"]\ndomain_max = [\"60 mm\", \"60 mm\", 1]\n",
          "[grains]\nprecision = \"mixed\"\n", "[grains]\nintegrator = \"leap-frog\"\n"})
        test::expectSameBits(test::scenesOfEachKind().at("Clumps") + more, *more ? 0.05 : 0.1);
}

// All integrators let a rod fall on a floor and rest there: its weight is on the floor.
TEST(Clumps, RestOnAFloorWithEveryIntegrator) {
    for (const char* integrator :
         {"velocity-verlet", "leap-frog", "position-verlet", "semi-implicit-euler"}) {
        std::string damped = contact;
        damped.replace(damped.find("restitution = 1"), 15, "restitution = 0.2");
        auto simulation = test::simulationOf(head + damped + shapes + "[grains]\nintegrator = \"" +
                                             integrator + "\"\n" + R"([[wall]]
name = "floor"
material = "sand"
[[grain]]
material = "sand"
position = [0, 0, "8 mm"]
shape = "rod"
rotation = [0, 0.3, 0]
radius = "3 mm"
)");
        test::runTo(simulation, 0.4);
        const auto m = measured(simulation);
        EXPECT_NEAR(wallLoadsOf(simulation)[0].force.z, -9.81 * m.mass, 1e-3 * 9.81 * m.mass) << integrator;
        EXPECT_LT(m.fastest, 1e-4) << integrator;
        EXPECT_EQ(m.wall_contacts, 3u) << integrator;
    }
}

// A sink takes clumps whole, when their centre of mass is in it, and counts each once.
TEST(Clumps, AreTakenWholeBySinks) {
    auto simulation = test::simulationOf(head + contact + shapes + R"([[fill]]
name = "lump"
material = "sand"
min = [0, 0, 0]
max = ["30 mm", "30 mm", "60 mm"]
grain_radius = "2 mm"
grain_shapes = ["rod", "hook", "ball"]
[[sink]]
name = "below"
point = [0, 0, "-20 mm"]
)");
    const auto at_start = measured(simulation).grains;
    std::uint64_t taken = 0;
    for (int k = 0; k < 30; ++k) {
        advance(simulation, 1000);
        const auto& world = simulation.world();
        taken = world.table(grains::sinks_table).read(grains::fields::taken)[0];
        EXPECT_EQ(taken + measured(simulation).grains, at_start);
        const auto row = world.table(grains::clump_spheres_table).read(grains::fields::sphere_row);
        const auto clump = world.table(grains::grains_table).read(grains::fields::clump);
        for (const std::uint32_t i : row) ASSERT_NE(clump[i], grains::no_clump);
    }
    EXPECT_EQ(taken, at_start);
    EXPECT_EQ(simulation.world().table(grains::clumps_table).size(), 0u);
}

// Shapes are drawn with their shares, and turned evenly: the mean of the square of each component of an axis
// is a third.
TEST(Clumps, AreDrawnByTheirSharesAndTurnedEvenly) {
    auto simulation = test::simulationOf(head + contact + shapes + R"([[fill]]
name = "lump"
material = "sand"
min = [0, 0, 0]
max = ["150 mm", "150 mm", "150 mm"]
grain_radius = "2 mm"
grain_shapes = ["rod", "hook"]
shape_shares = [3, 1]
)");
    const auto& clumps = simulation.world().table(grains::clumps_table);
    const auto shape = clumps.read(grains::fields::shape);
    const auto axis = clumps.read(grains::fields::axis_x);
    const auto n = static_cast<double>(clumps.size());
    ASSERT_GT(n, 1000);
    double rods = 0;
    Vec3d squares;
    for (std::size_t c = 0; c < clumps.size(); ++c) {
        rods += shape[c] == 0;
        squares += Vec3d{axis[c].x * axis[c].x, axis[c].y * axis[c].y, axis[c].z * axis[c].z} / n;
    }
    EXPECT_NEAR(rods / n, 0.75, 4 * std::sqrt(0.75 * 0.25 / n));
    // The variance of the square of a component of a unit vector is 4/45.
    for (const double mean : {squares.x, squares.y, squares.z})
        EXPECT_NEAR(mean, 1.0 / 3, 4 * std::sqrt(4.0 / 45 / n));
}

}  // namespace
}  // namespace talus
