// Water that is let in amid water: the layer that came last keeps its speed until the next one comes.
#include "talus/water/sources/drive_inflows.h"

#include "tests/support/water.h"

namespace talus::water {
namespace {

constexpr double spacing = 0.02, speed = 1;

/// A channel with four layers of still water, over whose whole section more comes in; what gets to its other
/// end is taken out.
std::string channel(const std::string& solver) {
    return test::waterHead(solver, spacing, "gravity = [0, 0, -9.81]", 0.004) +
           test::tankOf({0, 0, 0}, {0.8, 0.1, 0.4}) + test::boxOf("pool", {0, 0, 0}, {0.8, 0.1, 0.08}) +
           "[[inflow]]\nname = \"river\"\nshape = \"rectangle\"\ncentre = [0.01, 0.05, 0.05]\n"
           "direction = [1, 0, 0]\nwidth = 0.1\nheight = 0.1\nspeed = 1\n"
           "[[sink]]\nname = \"end\"\nshape = \"plane\"\npoint = [0.78, 0, 0]\nnormal = [-1, 0, 0]\n";
}

// Without it the water ahead stops each layer before the next one comes, which then lies amid it: 3.4% of
// compression in the mean over all water at such moments. 0.8% were seen with it: of what comes back round
// the layer into the gap behind it.
TEST(DriveInflows, NewLayersDoNotOverlapTheOnesBefore) {
    scene::Simulation simulation = test::simulationOf(channel("dfsph"));
    test::runTo(simulation, 0.2);  // the lattice of the start settles
    double most = 0;
    for (int k = 1; k <= 50; ++k) {
        test::runTo(simulation, 0.2 + 0.004 * k);
        most = std::max(most, test::compressionOf(simulation));
    }
    test::tell("compression", most);
    EXPECT_LT(most, 0.012);
}

// What is less than a spacing from the mouth has its speed at the end of each step, and other water has not.
TEST(DriveInflows, TheLastLayerKeepsItsSpeed) {
    for (const char* solver : {"dfsph", "wcsph"}) {
        scene::Simulation simulation = test::simulationOf(channel(solver));
        std::size_t driven = 0, free = 0;
        for (int k = 1; k <= 10; ++k) {
            test::runTo(simulation, 0.1 + 0.008 * k);
            const auto place = test::placesOf(simulation);
            const auto velocity = test::velocitiesOf(simulation);
            for (std::size_t i = 0; i < place.size(); ++i) {
                const Vec3d& x = place[i];
                if (std::abs(x.y - 0.05) > 0.045 || x.z > 0.095) continue;
                // Since the velocities were given it went on by a step.
                const bool in_mouth = x.x > 0.01 + 0.4 * spacing && x.x < 0.01 + spacing;
                if (in_mouth && velocity[i] == Vec3f{1, 0, 0}) ++driven;
                if (x.x > 0.01 + 3 * spacing && x.x < 0.3) free += velocity[i] != Vec3f{1, 0, 0};
            }
        }
        EXPECT_GT(driven, 50u) << solver;
        EXPECT_GT(free, 300u) << solver;
    }
}

Inflow pipe() {
    Inflow inflow;
    inflow.shape = Inflow::Shape::Rectangle;
    inflow.direction = {1, 0, 0};
    inflow.width = 0.1, inflow.height = 0.06;
    inflow.rate = speed;
    return inflow;
}

TEST(DriveInflows, InflowRegionHasTheInflowsAreaAndOneSpacingDepth) {
    const std::vector<std::uint64_t> layers{3};
    const auto mouths = DriveInflows{{pipe()}, spacing}.mouths({layers.data(), layers.size()}, 1);
    ASSERT_EQ(mouths.size(), 1u);
    const Mouth& mouth = mouths[0];
    EXPECT_EQ(mouth.velocity, (Vec3f{1, 0, 0}));
    EXPECT_TRUE(mouth.holds({0, 0.049, 0.029}));
    EXPECT_TRUE(mouth.holds({0.019, -0.049, -0.029}));
    EXPECT_FALSE(mouth.holds({0.02, 0, 0}));
    EXPECT_FALSE(mouth.holds({-0.001, 0, 0}));
    EXPECT_FALSE(mouth.holds({0.01, 0.051, 0}));
    EXPECT_FALSE(mouth.holds({0.01, 0, 0.031}));
    Inflow disc = pipe();
    disc.shape = Inflow::Shape::Disc;
    disc.radius = 0.05;
    const auto round = DriveInflows{{disc}, spacing}.mouths({layers.data(), layers.size()}, 1);
    EXPECT_TRUE(round.at(0).holds({0.01, 0.049, 0}));
    EXPECT_FALSE(round.at(0).holds({0.01, 0.04, 0.04}));
}

TEST(DriveInflows, InflowsDriveNothingBeforeTheirStartAndAfterTheirEnd) {
    const auto count = [](const Inflow& inflow, std::uint64_t come, double time) {
        const std::vector<std::uint64_t> layers{come};
        return DriveInflows{{inflow}, spacing}.mouths({layers.data(), layers.size()}, time).size();
    };
    Inflow stopped = pipe();
    stopped.start = 1;
    stopped.stop = 2;
    EXPECT_EQ(count(stopped, 0, 0.5), 0u);
    EXPECT_EQ(count(stopped, 3, 1.5), 1u);
    EXPECT_EQ(count(stopped, 25, 2.5), 0u);
    Inflow full = pipe();
    full.volume = 2 * 15 * spacing * spacing * spacing;  // two layers of 5 x 3
    EXPECT_EQ(count(full, 1, 0.03), 1u);
    EXPECT_EQ(count(full, 2, 0.05), 0u);
}

}  // namespace
}  // namespace talus::water
