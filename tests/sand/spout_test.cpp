// Spouts of sand: they fill a box and stop, with each particle and its momentum accounted for.
#include "talus/sand/sources/free_positions.h"
#include "tests/support/continuum_sand.h"

namespace talus::test {
namespace {

constexpr double cell = 0.02, spacing = cell / 2;

/// A lattice of particles at rest density that fills a box.
std::vector<Vec3d> latticeIn(const Vec3d& low, const Vec3d& high) {
    std::vector<Vec3d> all;
    for (double x = low.x + spacing / 2; x < high.x; x += spacing)
        for (double y = low.y + spacing / 2; y < high.y; y += spacing)
            for (double z = low.z + spacing / 2; z < high.z; z += spacing) all.push_back({x, y, z});
    return all;
}

TEST(SandRoom, IsFullInSandAtRestAndHalfAtItsSurface) {
    const std::vector<Vec3d> sand = latticeIn({0, 0, 0}, {0.1, 0.1, 0.1});
    const std::vector<Vec3d> at{{0.05, 0.05, 0.05},
                                {0.0501, 0.0532, 0.0478},
                                {0.05, 0.05, 0.1},
                                {0.05, 0.05, 0.105},
                                {0.05, 0.05, 0.15}};
    const std::vector<double> filled =
        sand::filledAround(exec::Exec::cpu(2), at, {sand.data(), sand.size()}, cell, {});
    // Sums of linear weights over a lattice of half their width are exact: 8 particles, and of the layers at
    // and below the surface 1/4 + 3/4 of a weight, or 1/2, of 2.
    EXPECT_NEAR(filled[0], 1, 1e-12);
    EXPECT_NEAR(filled[1], 1, 1e-12);
    EXPECT_NEAR(filled[2], 0.5, 1e-12);
    EXPECT_NEAR(filled[3], 0.25, 1e-12) << "where the next layer of a jet comes";
    EXPECT_EQ(filled[4], 0);
}

TEST(SandRoom, SeesSandBeyondAPeriodicSide) {
    const std::vector<Vec3d> sand = latticeIn({0.06, 0, 0}, {0.1, 0.1, 0.1});
    const std::vector<Vec3d> at{{0, 0.05, 0.05}, {0.0999, 0.05, 0.05}};
    const auto filled = [&](const environment::Periodic& domain) {
        return sand::filledAround(exec::Exec::cpu(1), at, {sand.data(), sand.size()}, cell, domain);
    };
    EXPECT_EQ(filled({})[0], 0);
    EXPECT_NEAR(filled({{0, 0, 0}, {0.1, 0, 0}})[0], 0.5, 1e-12);
    EXPECT_NEAR(filled({{0, 0, 0}, {0.1, 0.1, 0}})[1], filled({})[1], 1e-12);
}

class Spout : public ::testing::TestWithParam<const char*> {};

// A spout over the whole section of a closed box, below its lid. Without the test for sand that is there
// already it goes on at the same rate, to 1920 particles by the end.
TEST_P(Spout, FillsABoxAndStops) {
    constexpr double width = 0.08, mouth = 0.1, speed = 0.5;
    const double dt = std::string(GetParam()) == "mpm" ? 5e-4 : 2e-3;  // without sub-steps [s]
    scene::Simulation simulation = simulationOf(
        continuumHead(cell, "") + fmt::format("solver = \"{}\"\nspeed = 1.5\ndt = {}\n", GetParam(), dt) +
        fmt::format(
            "[[sand_spout]]\nname = \"spout\"\nshape = \"rectangle\"\ncentre = [0, 0, {}]\nwidth = {}\n"
            "height = {}\nspeed = {}\n"
            "[[wall]]\nname = \"box\"\nmaterial = \"sand\"\nshape = \"box-inside\"\n"
            "min = [-0.04, -0.04, 0]\nmax = [0.04, 0.04, 0.12]\n",
            mouth, width, width, speed));
    const state::World& world = std::as_const(simulation).world();
    const auto count = [&] { return static_cast<double>(world.table(sand::sand_table).size()); };
    double weights = 0, before = 0;  // sum of count dt; count at 0.45 s
    while (world.time < 0.6) {
        ASSERT_TRUE(simulation.advance().ok());
        weights += count() * dt;
        if (world.time < 0.45) before = count();
    }
    // Seen: 530 particles with mpm, which leaves gaps where sand has fallen apart in so narrow a box; 728 and
    // 655 on the grid, which press some of it up to the lid. A free jet would bring another 480 from 0.45 s
    // on.
    constexpr double to_mouth = 640, to_lid = 768;  // at rest density
    EXPECT_GT(count(), 0.8 * to_mouth);
    EXPECT_LT(count(), to_lid);
    EXPECT_LT(count() - before, 0.05 * to_mouth) << "it has stopped";

    const state::Table& spouts = world.table(sand::spout_table);
    EXPECT_EQ(spouts.read(sand::fields::flown)[0] - spouts.read(sand::fields::refused)[0],
              world.table(sand::sand_table).size());
    EXPECT_GT(spouts.read(sand::fields::flown)[0], 2.5 * to_mouth);
    EXPECT_TRUE(simulation.checked().ok()) << "layers, their particles and those refused agree";

    // In masses of a particle: what came in and gravity gave is in the sand or in the walls. Velocities have
    // seven digits, and the sums are of a thousand steps: 4e-7, 2e-9 and 8e-6 were seen.
    const double mass = 0.6 * 2650 * spacing * spacing * spacing;
    const Vec3d walls = world.table(sand::load_table).read(sand::fields::impulse)[0] * (1 / mass);
    const Vec3d came = Vec3d{0, 0, -speed * count() - 9.81 * weights};
    EXPECT_LT(length(sandSumsOf(simulation).momentum + walls - came), 1e-4 * length(came));
}

INSTANTIATE_TEST_SUITE_P(Solvers, Spout, ::testing::Values("mpm", "narain", "zhu-bridson"),
                         [](const auto& one) {
                             std::string name = one.param;
                             std::erase(name, '-');
                             return name;
                         });

// A check has no state yet, from which the poses of bodies would be known.
TEST(SpoutBesideABody, IsCheckedAndRuns) {
    for (const char* more : {"", "motion = \"prescribed\"\n"}) {
        scene::Simulation simulation = simulationOf(
            continuumHead(cell, "") +
            "[[sand_spout]]\nname = \"spout\"\ncentre = [0, 0, 0.4]\nradius = 0.05\nspeed = 0.5\n"
            "[[body]]\nname = \"post\"\nmaterial = \"sand\"\nshape = \"box\"\nsize = [0.04, 0.04, 0.04]\n"
            "position = [0.2, 0, 0.35]\n" +
            more);
        runTo(simulation, 0.05);
        EXPECT_GT(sandSumsOf(simulation).count, 100);
    }
}

// A spout adds no sand where a body is, here one over half of its width.
TEST(SpoutInABody, AddsSandOnlyBesideIt) {
    scene::Simulation simulation = simulationOf(
        continuumHead(cell, "gravity = [0, 0, 0]") +
        "speed = 2\n[[sand_spout]]\nname = \"spout\"\ncentre = [0, 0, 0]\nshape = \"rectangle\"\nwidth = "
        "0.1\n"
        "height = 0.1\nspeed = 0.5\n[[body]]\nname = \"post\"\nmaterial = \"sand\"\nshape = \"box\"\n"
        "size = [0.05, 0.2, 0.2]\nposition = [0, 0, 0]\nmotion = \"prescribed\"\n");
    runTo(simulation, 0.05);
    const state::Table& spouts = std::as_const(simulation.world()).table(sand::spout_table);
    const auto flown = spouts.read(sand::fields::flown)[0], refused = spouts.read(sand::fields::refused)[0];
    EXPECT_GT(flown, 200U);
    EXPECT_NEAR(static_cast<double>(refused) / static_cast<double>(flown), 0.5, 0.05);
}

}  // namespace
}  // namespace talus::test
