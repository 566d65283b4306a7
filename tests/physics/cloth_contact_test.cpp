#include <gtest/gtest.h>

#include "talus/cloth/contact/surface_of_wall.h"
#include "tests/support/cloth_scenes.h"

namespace talus::cloth {
namespace {

using namespace testing_support;

std::string boxWall(const char* name, const char* corners) {
    return std::string("[[wall]]\nname = \"") + name + "\"\nmaterial = \"wood\"\nshape = \"box-outside\"\n" +
           corners;
}

// Two walls hold opposite sides of a sheet and turn against each other, four turns in all. The sheet winds up
// to a rope that touches itself everywhere.
TEST(ClothContact, ASheetTwistedByFourTurnsNeverCrossesItself) {
    const auto turning = [](const char* wall, const char* rate) {
        return std::string("[[motion]]\nwall = \"") + wall +
               "\"\nkind = \"rotate\"\naxis = [1, 0, 0]\npoint = [0, 0, 1]\nstop = 4\nrate = \"" + rate +
               "\"\n";
    };
    scene::Simulation simulation = test::simulationOf(
        sceneOf(boxWall("left", "min = [-1.2, -0.05, 0.95]\nmax = [-1.1, 0.05, 1.05]\n") +
                    boxWall("right", "min = [1.1, -0.05, 0.95]\nmax = [1.2, 0.05, 1.05]\n") +
                    turning("left", "180 deg/s") + turning("right", "-180 deg/s") +
                    "[[cloth]]\nname = \"sheet\"\nwidth = 1\nheight = 0.5\npoints_x = 25\npoints_y = 13\n"
                    "position = [0, 0, 1]\nthickness = 0.005\n"
                    "[[cloth_attachment]]\ncloth = \"sheet\"\nwhere = \"left\"\nwall = \"left\"\n"
                    "[[cloth_attachment]]\ncloth = \"sheet\"\nwhere = \"right\"\nwall = \"right\"\n",
                "[0, 0, 0]"),
        2);
    EXPECT_EQ(crossingsUntil(simulation, 4), 0U);
}

// Twenty sheets above each other fall on a ball that stands on a floor. The triangles of the ball have their
// corners on it.
TEST(ClothContact, TwentySheetsOnABallCrossNeitherItNorEachOther) {
    environment::Wall ball;
    ball.kind = environment::Wall::Kind::SphereOutside;
    ball.sphere = {{0, 0, 0.1}, 0.1};
    geometry::Mesh surface = surfaceOf(ball);
    for (Vec3d& p : surface.points)
        p = ball.sphere.centre + normalized(p - ball.sphere.centre) * ball.sphere.radius;
    scene::Simulation simulation = test::simulationOf(
        sceneOf(
            "[[wall]]\nname = \"ball\"\nmaterial = \"wood\"\nshape = \"sphere-outside\"\ncentre = [0, 0, "
            "0.1]\n"
            "radius = 0.1\n[[wall]]\nname = \"floor\"\nmaterial = \"wood\"\n"
            "[[cloth]]\nname = \"sheets\"\nwidth = 0.4\nheight = 0.4\npoints_x = 9\npoints_y = 9\n"
            "position = [0.01, 0.02, 0.22]\ncopies = 20\ncopy_offset = [0, 0, 0.01]\nthickness = 0.004\n"),
        2);
    EXPECT_EQ(crossingsUntil(simulation, 0.5, {surface.points, surface.triangles}), 0U);
    // They lie there: no point is below the floor.
    for (const Vec3d& p : positions(simulation)) EXPECT_GT(p.z, 0);
    EXPECT_EQ(test::countCrossings({surface.points, surface.triangles}), 0U);
}

// A sheet is pulled by its middle through a ring that is much narrower than the sheet.
TEST(ClothContact, ASheetIsPulledThroughARing) {
    environment::Wall ring;
    ring.kind = environment::Wall::Kind::Disc;
    ring.disc = {{0, 0, 0}, {0, 0, 1}, 0.5, 0.06};
    const geometry::Mesh surface = surfaceOf(ring);
    scene::Simulation simulation = test::simulationOf(
        sceneOf(
            "[[wall]]\nname = \"ring\"\nmaterial = \"wood\"\nshape = \"disc\"\ncentre = [0, 0, 0]\nradius = "
            "0.5\n"
            "hole = 0.06\n" +
            boxWall("hook", "min = [-0.01, -0.01, -0.9]\nmax = [0.01, 0.01, -0.88]\n") +
            "[[motion]]\nwall = \"hook\"\nkind = \"translate\"\nvelocity = [0, 0, -0.5]\nstop = 1\n"
            "[[cloth]]\nname = \"sheet\"\nwidth = 0.4\nheight = 0.4\npoints_x = 21\npoints_y = 21\n"
            "position = [0, 0, 0.02]\nthickness = 0.004\nfriction = 0.1\n"
            "[[cloth_attachment]]\ncloth = \"sheet\"\nat = [0, 0, 0.02]\nwithin = 0.01\nwall = \"hook\"\n"),
        2);
    EXPECT_EQ(crossingsUntil(simulation, 1, {surface.points, surface.triangles}), 0U);
    double highest = -1;
    for (const Vec3d& p : positions(simulation)) highest = std::max(highest, p.z);
    EXPECT_LT(highest, 0) << "it is not through";
}

// The count itself: two triangles that cross, and two that do not.
TEST(Crossings, AreCounted) {
    const test::TriangleSoup crossing{
        {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.2, 0.2, -1}, {0.2, 0.3, 1}, {0.9, 0.9, 2}},
        {{0, 1, 2}, {3, 4, 5}}};
    EXPECT_GT(test::countCrossings(crossing), 0U);
    test::TriangleSoup apart = crossing;
    for (std::size_t p = 3; p < 6; ++p) apart.points[p].z += 1.5;
    EXPECT_EQ(test::countCrossings(apart), 0U);
}

// A sheet that crosses a wall or itself at the start can never be parted, so the scene is refused, with the
// line of the file where the sheet is placed.
TEST(ClothContact, ASceneThatStartsWithACrossingIsRefused) {
    const std::string box = boxWall("box", "min = [-0.1, -0.1, 0]\nmax = [0.1, 0.1, 0.2]\n");
    const auto refused = [](const std::string& more) {
        const std::string text = sceneOf(more);
        return scene::readScene(text, "scene.toml", {}, scene::Machine{})
            .diagnostics.format("scene.toml", text);
    };
    EXPECT_NE(
        refused(box + "[[cloth]]\nname = \"a\"\nposition = [0, 0, 0.1]\n").find("crosses the wall 'box'"),
        std::string::npos);
    EXPECT_NE(
        refused(box + "[[cloth]]\nname = \"a\"\nposition = [0, 0, 0.1]\n").find("| position = [0, 0, 0.1]"),
        std::string::npos);
    EXPECT_NE(
        refused("[[cloth]]\nname = \"a\"\n[[cloth]]\nname = \"b\"\nrotation = [1.5, 0, 0]\n").find("crosses"),
        std::string::npos);
    EXPECT_NE(
        refused("[[wall]]\nname = \"floor\"\nmaterial = \"wood\"\n[[cloth]]\nname = \"a\"\n").find("behind"),
        std::string::npos);
    EXPECT_NE(refused("[[body]]\nname = \"ball\"\nmaterial = \"wood\"\nradius = 0.1\n"
                      "position = [0, 0, 1]\n[[cloth]]\nname = \"a\"\nposition = [0, 0, 1]\n")
                  .find("is in the wall 'ball'"),
              std::string::npos);
    EXPECT_NE(
        refused("[ground]\nshape = \"flat\"\nmaterial = \"wood\"\ncorner = [-1, -1, 0.5]\nsize = [2, 2]\n"
                "spacing = 0.1\n[[cloth]]\nname = \"a\"\nposition = [0, 0, 0.5]\nrotation = [0.1, 0, 0]\n")
            .find("crosses the ground"),
        std::string::npos);
    EXPECT_EQ(refused(box + "[[cloth]]\nname = \"a\"\nposition = [0, 0, 0.3]\n"), "");
}

}  // namespace
}  // namespace talus::cloth
