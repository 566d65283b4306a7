#include <gtest/gtest.h>

#include "talus/environment/environment.h"
#include "talus/state/restore.h"
#include "tests/support/cloth_scenes.h"

// Cloth that tears, attachments that break, and cloth on terrain.
namespace talus::cloth {
namespace {

using namespace testing_support;

std::size_t brokenAttachments(const scene::Simulation& simulation) {
    std::size_t count = 0;
    for (const std::uint8_t broken : simulation.world().table(attachments_table).read(fields::broken))
        count += broken;
    return count;
}

double lowest(const scene::Simulation& simulation) {
    double z = 1e300;
    for (const Vec3d& p : positions(simulation)) z = std::min(z, p.z);
    return z;
}

// A sheet of 0.15 kg hangs by the points of its upper side. As long as these hold 1 N each it hangs there;
// with 0.02 N, a third of the mean load of the 21 points, all of them break, and it falls.
TEST(ClothAttachments, BreakUnderLoad) {
    const auto hanging = [](const char* force) {
        return test::simulationOf(sceneOf(
            std::string("[[cloth]]\nname = \"sheet\"\npoints_x = 21\npoints_y = 21\nrotation = "
                        "[1.5707963267948966, 0, "
                        "0]\n[[cloth_attachment]]\ncloth = \"sheet\"\nwhere = \"top\"\nbreaks_at = ") +
            force + "\n"));
    };
    scene::Simulation strong = hanging("1"), weak = hanging("0.02");
    test::runTo(strong, 1);
    test::runTo(weak, 1);
    EXPECT_EQ(brokenAttachments(strong), 0U);
    EXPECT_NEAR(lowest(strong), -0.5, 0.05);
    EXPECT_EQ(brokenAttachments(weak), 21U);
    EXPECT_LT(lowest(weak), -3);
}

/// A sheet that two walls pull apart, one of them twisting it.
std::string pulled(const char* limit) {
    const auto wall = [](const char* name, const char* corners) {
        return std::string("[[wall]]\nname = \"") + name +
               "\"\nmaterial = \"wood\"\nshape = \"box-outside\"\n" + corners;
    };
    return sceneOf(
        wall("left", "min = [-0.4, -0.02, 0.98]\nmax = [-0.35, 0.02, 1.02]\n") +
        wall("right", "min = [0.35, -0.02, 0.98]\nmax = [0.4, 0.02, 1.02]\n") +
        "[[motion]]\nwall = \"right\"\nkind = \"translate\"\nvelocity = [0.6, 0, 0.2]\nstop = 1\n"
        "[[motion]]\nwall = \"right\"\nkind = \"rotate\"\naxis = [1, 0, 0]\npoint = [0, 0, 1]\nrate = \"90 "
        "deg/s\"\n[[cloth]]\nname = \"sheet\"\nwidth = 0.6\nheight = 0.4\npoints_x = 25\npoints_y = "
        "17\nposition = [0, 0, 1]\nthickness = 0.005\n" +
        limit +
        "[[cloth_attachment]]\ncloth = \"sheet\"\nwhere = \"left\"\nwall = \"left\"\n"
        "[[cloth_attachment]]\ncloth = \"sheet\"\nwhere = \"right\"\nwall = \"right\"\n");
}

/// What is left of the cloth.
test::TriangleSoup wholeSoup(const scene::Simulation& simulation) {
    test::TriangleSoup soup;
    for (const Vec3d& p : positions(simulation)) soup.points.push_back(p);
    const state::Table& triangles = simulation.world().table(triangles_table);
    for (std::size_t t = 0; t < triangles.size(); ++t)
        if ((triangles.read(fields::torn)[t] & 1U) == 0)
            soup.triangles.push_back(triangles.read(fields::corners)[t]);
    return soup;
}

/// Whether the left side is still joined to the right side, by springs.
bool isJoined(const scene::Simulation& simulation) {
    const state::Table& springs = simulation.world().table(springs_table);
    std::vector<std::uint8_t> reached(positions(simulation).size(), 0);
    for (std::size_t j = 0; j < 17; ++j) reached[25 * j] = 1;
    for (bool more = true; more;) {
        more = false;
        for (std::size_t s = 0; s < springs.size(); ++s) {
            const auto [a, b] = springs.read(fields::ends)[s];
            if (!(springs.read(fields::stiffness)[s] > 0) || reached[a] == reached[b]) continue;
            reached[a] = reached[b] = 1;
            more = true;
        }
    }
    return reached[24] != 0;
}

// Without a limit the sheet stretches. With one it rips apart, its pieces never cross themselves or each
// other, and after a resume it is the same.
TEST(ClothTears, BeyondItsStrainAndItsPiecesNeverCross) {
    scene::Simulation stretched = test::simulationOf(pulled(""));
    test::runTo(stretched, 1);
    EXPECT_EQ(wholeSoup(stretched).triangles.size(), 2 * 24 * 16U);
    EXPECT_TRUE(isJoined(stretched));
    scene::Simulation simulation = test::simulationOf(pulled("tear_strain = 0.3\n"), 2),
                      resumed = test::simulationOf(pulled("tear_strain = 0.3\n"));
    std::size_t crossings = 0;
    for (int frame = 1; frame <= 120; ++frame) {
        test::runTo(simulation, frame / 60.0);
        crossings += test::countCrossings(wholeSoup(simulation));
        if (frame == 60) {
            ASSERT_TRUE(state::restore(state::takeSnapshot(simulation.world()), resumed.world()).ok());
        }
    }
    EXPECT_EQ(crossings, 0U);
    EXPECT_FALSE(isJoined(simulation));
    const std::size_t left = wholeSoup(simulation).triangles.size();
    EXPECT_LT(left, 2 * 24 * 16U);
    EXPECT_GT(left, 2 * 24 * 8U) << "more than a rip is gone";
    // What is left keeps its length.
    const state::Table& springs = simulation.world().table(springs_table);
    for (std::size_t s = 0; s < springs.size(); ++s) {
        const auto [a, b] = springs.read(fields::ends)[s];
        if (!(springs.read(fields::stiffness)[s] > 0)) continue;
        EXPECT_LT(length(positions(simulation)[a] - positions(simulation)[b]),
                  1.6 * springs.read(fields::length)[s]);
    }
    test::runTo(resumed, 2);
    EXPECT_EQ(state::stateHash(simulation.world()), state::stateHash(resumed.world()));
}

// A sheet falls on hills and lies on them.
TEST(ClothContact, ASheetLiesOnTerrainWithoutACrossing) {
    const std::string text = sceneOf(
        "[ground]\nshape = \"hills\"\nmaterial = \"wood\"\ncorner = [-0.5, -0.5, 0]\nsize = [1, "
        "1]\nspacing = 0.02\nheight = 0.15\nwavelength = 0.3\n"
        "[[cloth]]\nname = \"sheet\"\nwidth = 0.5\nheight = 0.5\npoints_x = 31\npoints_y = "
        "31\nposition = [0, 0, 0.2]\nfriction = 0.6\n");
    const environment::GroundSurface ground = *test::sceneOf(text).environment.ground;
    scene::Simulation simulation = test::simulationOf(text, 2);
    const auto height = simulation.world().table(ground.table).read(*ground.height);
    const geometry::ColumnGrid& grid = ground.grid;
    test::TriangleSoup land;
    for (std::uint32_t j = 0; j < grid.rows; ++j)
        for (std::uint32_t i = 0; i < grid.columns; ++i) {
            const auto a = static_cast<std::uint32_t>(grid.at(i, j));
            land.points.push_back({grid.x(i), grid.y(j), height[a]});
            if (i + 1 == grid.columns || j + 1 == grid.rows) continue;
            const std::uint32_t b = a + 1, c = a + static_cast<std::uint32_t>(grid.columns), d = c + 1;
            land.triangles.push_back({a, b, d});
            land.triangles.push_back({a, d, c});
        }
    EXPECT_EQ(test::countCrossings(land), 0U);
    EXPECT_EQ(crossingsUntil(simulation, 0.6, land), 0U);
    // It is on the land, not under it, and has come to lie there.
    double nearest = 1, farthest = 0;
    for (const Vec3d& p : positions(simulation)) {
        const auto i = static_cast<std::uint32_t>((p.x - grid.x(0)) / (grid.x(1) - grid.x(0)) + 0.5),
                   j = static_cast<std::uint32_t>((p.y - grid.y(0)) / (grid.y(1) - grid.y(0)) + 0.5);
        const double above = p.z - height[grid.at(i, j)];
        nearest = std::min(nearest, above);
        farthest = std::max(farthest, above);
    }
    EXPECT_GT(nearest, -0.02);
    EXPECT_LT(farthest, 0.3);
}

}  // namespace
}  // namespace talus::cloth
