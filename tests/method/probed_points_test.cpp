// What probes read from points: means, heights, and what lies in walls.
#include "talus/method/probes/probed_points.h"

#include <cmath>
#include <numbers>

namespace talus::method {
namespace {

constexpr state::Field<Vec3d> position{"position", "m", ""};
constexpr state::Field<Vec3f> velocity{"velocity", "m/s", ""};
constexpr state::Field<double> heat{"heat", "K", ""};
constexpr double spacing = 0.1, volume = spacing * spacing * spacing;

/// A lattice in a box, its first points half a spacing off the low corner.
state::World lattice(int nx, int ny, int nz) {
    state::World world;
    state::Table& rows = world.addTable("points");
    rows.add(position);
    rows.add(velocity);
    rows.add(heat);
    rows.resize(static_cast<std::size_t>(nx * ny * nz));
    std::size_t row = 0;
    for (int k = 0; k < nz; ++k)
        for (int j = 0; j < ny; ++j)
            for (int i = 0; i < nx; ++i, ++row) {
                const Vec3d p = Vec3d{i + 0.5, j + 0.5, k + 0.5} * spacing;
                rows.write(position)[row] = p;
                rows.write(velocity)[row] = narrow(Vec3d{1, 2 * p.x, 0});
                rows.write(heat)[row] = 3 * p.x + 5 * p.z;
            }
    return world;
}

PointsToProbe points() {
    PointsToProbe points{.name = "points",
                         .table = "points",
                         .position = &position,
                         .fields = {&velocity, &heat},
                         .radius = 2 * spacing};
    points.amount = [](const state::Table&, std::size_t) { return Amount{volume, 1000 * volume}; };
    return points;
}

TEST(ProbedPoints, WeighWithAKernelWhoseIntegralIsOne) {
    double sum = 0;
    constexpr int steps = 1000;
    for (int k = 0; k < steps; ++k) {
        const double r = 0.3 * (k + 0.5) / steps;
        sum += 4 * std::numbers::pi * r * r * probeWeight(r, 0.3) * 0.3 / steps;
    }
    EXPECT_NEAR(sum, 1, 1e-5);
    EXPECT_EQ(probeWeight(0.3, 0.3), 0);
}

// Within a lattice a mean is exact for what varies evenly, as points lie the same way on both sides.
TEST(ProbedPoints, ReadMeansAroundAPosition) {
    const state::World world = lattice(10, 10, 10);
    const Probed probed = probedPoints(points());
    const Vec3d at{0.5, 0.5, 0.5};
    const Reading temperature = probed.at(world, "heat", at, 0.2);
    EXPECT_NEAR(temperature.value.x, 3 * at.x + 5 * at.z, 1e-12);
    EXPECT_NEAR(temperature.filled, 1, 0.02);
    EXPECT_NEAR(probed.at(world, "velocity", at, 0.2).value.y, 2 * at.x, 1e-6);
    EXPECT_NEAR(probed.at(world, "density", at, 0.2).value.x, 1000, 20);
    const Reading nothing = probed.at(world, "heat", {0.5, 0.5, 3}, 0.2);
    EXPECT_EQ(nothing.value.x, 0);
    EXPECT_EQ(nothing.filled, 0);
}

// A lattice of cubes ends half a spacing above its uppermost points. 5% of a spacing: the kernel's sum at
// that place is not quite one half.
TEST(ProbedPoints, FindTheTopOfALattice) {
    const state::World world = lattice(10, 10, 7);
    const Probed probed = probedPoints(points());
    const auto top = probed.height(world, {0.52, 0.47, 0}, 0.2);
    ASSERT_TRUE(top);
    EXPECT_NEAR(*top, 0.7, 0.05 * spacing);
    EXPECT_FALSE(probed.height(world, {3, 0.5, 0}, 0.2));
}

TEST(ProbedPoints, HighestSurfaceIsTakenAndDropsAreIgnored) {
    state::World world = lattice(10, 10, 14);
    state::Table& rows = world.table("points");
    // Layers 0 to 2 lie below, 10 to 13 high above; between them is a single drop.
    std::size_t kept = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Vec3d p = rows.read(position)[i];
        const int layer = static_cast<int>(p.z / spacing);
        if (layer < 3 || layer >= 10) rows.write(position)[kept++] = p;
    }
    rows.write(position)[kept++] = {0.5, 0.5, 2.5};
    rows.resize(kept);
    const Probed probed = probedPoints(points());
    EXPECT_NEAR(probed.height(world, {0.5, 0.5, 0}, 0.2).value_or(-1), 1.4, 0.05 * spacing);
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows.read(position)[i].z > 1 && rows.read(position)[i].z < 2) rows.write(position)[i].x += 10;
    EXPECT_NEAR(probed.height(world, {0.5, 0.5, 0}, 0.2).value_or(-1), 0.3, 0.05 * spacing);
}

// At an upright wall half of the kernel has no room for points; the height is that of the middle.
TEST(ProbedPoints, HeightAccountsForSolidsInTheKernel) {
    const state::World world = lattice(10, 10, 7);
    PointsToProbe at_wall = points();
    at_wall.free_share = [](const state::World&, const Vec3d&) { return 0.5; };
    const double top = probedPoints(at_wall).height(world, {0, 0.5, 0}, 0.2).value_or(-1);
    EXPECT_NEAR(top, 0.7, 0.1 * spacing);
    EXPECT_LT(probedPoints(points()).height(world, {0, 0.5, 0}, 0.2).value_or(-1), 0.7 - 0.2 * spacing);
}

TEST(ProbedPoints, PeriodicNeighboursCount) {
    const state::World world = lattice(10, 10, 10);
    PointsToProbe repeated = points();
    repeated.domain = {{0, 0, 0}, {1, 1, 0}};
    EXPECT_NEAR(probedPoints(repeated).at(world, "heat", {0.001, 0, 0.5}, 0.2).filled, 1, 0.05);
    EXPECT_NEAR(probedPoints(points()).at(world, "heat", {0.001, 0, 0.5}, 0.2).filled, 0.25, 0.05);
}

}  // namespace
}  // namespace talus::method
