// The number of particles that `talus check` says, against those that a run begins with.
#include <gmock/gmock.h>

#include "talus/sand/needs.h"
#include "talus/sand/setup.h"
#include "tests/support/continuum_sand.h"

namespace talus::test {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

const std::string head = continuumHead(0.02, "");

sand::StartCount countOf(const std::string& text, double most = 1e5) {
    const scene::Scene scene = sceneOf(text);
    return sand::startCount(scene, sand::setupOf(scene), most);
}

/// What the check says of a scene.
std::string said(const std::string& text) {
    return scene::readScene(text, "scene.toml").diagnostics.format("scene.toml", text);
}

// A block, half of it below the floor, another one of which half is in the first, and a ball that a body
// takes a part of: the numbers are those of the run.
TEST(SandAtTheStart, IsCountedWithoutWhatWallsAndOtherBlocksTake) {
    const std::string floor = "[[wall]]\nname = \"floor\"\nmaterial = \"sand\"\n";
    const std::string half = head + sandBox("one", {0, 0, -0.05}, {0.1, 0.1, 0.05}) + floor;
    const std::string two =
        head + sandBox("one", {0, 0, 0}, {0.1, 0.1, 0.1}) + sandBox("two", {0.05, 0, 0}, {0.15, 0.1, 0.1});
    const std::string ball = head +
                             "[[sand_block]]\nname = \"ball\"\nshape = \"sphere\"\ncentre = [0, 0, 0]\n"
                             "radius = 0.1\n[[body]]\nname = \"stone\"\nmaterial = \"sand\"\n"
                             "shape = \"sphere\"\nradius = 0.05\nposition = [0.02, 0, 0]\n";
    for (const std::string& text : {half, two, ball}) {
        SCOPED_TRACE(text);
        const sand::StartCount count = countOf(text);
        EXPECT_TRUE(count.exact);
        EXPECT_EQ(count.count, sandSumsOf(simulationOf(text)).count);
    }
    // Particles are up to a third of their distance off the lattice of 10 x 10 x 10, half of which is left.
    EXPECT_EQ(countOf(half).count, 500);
    EXPECT_NEAR(countOf(two).count, 1500, 30);
}

// Of 1000 random points a half is free, with a standard deviation of 16. Tolerance: four of these. A coarser
// lattice of about 1000 positions would have one layer in place of four in the flat block, all of it below
// the floor.
TEST(SandAtTheStart, IsEstimatedWhereThereIsMuch) {
    const auto estimateOf = [](const Vec3d& max, const char* normal) {
        const std::string text = head + sandBox("one", {0, 0, 0}, max) +
                                 fmt::format(
                                     "[[wall]]\nname = \"half\"\nmaterial = \"sand\"\n"
                                     "point = [{}, {}, {}]\nnormal = {}\n",
                                     max.x / 2, max.y / 2, max.z / 2, normal);
        const sand::StartCount count = countOf(text, 1000);
        EXPECT_FALSE(count.exact);
        return count.count / countOf(text).count;
    };
    EXPECT_NEAR(estimateOf({0.2, 0.2, 0.2}, "[1, 0, 1]"), 1, 0.13);
    EXPECT_NEAR(estimateOf({0.8, 0.8, 0.04}, "[0, 0, 1]"), 1, 0.13);
}

// A thin layer on hills, in a box a hundred times as high: random points of the box would hardly meet it.
// Particles of the layer are up to a third of their distance off its lattice, and those below the ground are
// left out, so that its volume would not do either.
TEST(SandAtTheStart, IsEstimatedInAThinLayerOnTheGround) {
    const std::string text =
        head + sandBox("layer", {0.1, 0.1, -1}, {1.9, 1.9, 5}) +
        "depth = 0.06\n[ground]\nshape = \"hills\"\nmaterial = \"sand\"\n"
        "corner = [0, 0, 0]\nsize = [2, 2]\nspacing = 0.05\nheight = 0.2\nwavelength = 0.8\n";
    const double exact = countOf(text, 1e9).count;
    EXPECT_EQ(exact, sandSumsOf(simulationOf(text)).count);
    const sand::StartCount estimate = countOf(text, 1e5);
    EXPECT_FALSE(estimate.exact);
    EXPECT_NEAR(estimate.count / exact, 1, 0.003);
}

// 0.105 m have ten layers 0.01 m apart: a share of 0.5 / 10.5 is left out, and half of that
// where a box beside it has none. What walls take is not counted, nor are other shapes.
TEST(SandAtTheStart, SaysWhatWholeLayersLeaveOut) {
    const auto linesOf = [](const std::string& text) {
        std::string lines;
        for (const method::Line& line : sand::summary(sceneOf(head + text))) lines += line.text + "\n";
        return lines;
    };
    const std::string floor = "[[wall]]\nname = \"floor\"\nmaterial = \"sand\"\n";
    const std::string exact = sandBox("exact", {0, 0, 0}, {0.1, 0.1, 0.1}),
                      rounded = sandBox("rounded", {0.2, 0, 0}, {0.305, 0.1, 0.1}),
                      ball =
                          "[[sand_block]]\nname = \"ball\"\nshape = \"sphere\"\ncentre = [0, 1, 0]\n"
                          "radius = 0.0349\n";
    EXPECT_THAT(linesOf(rounded), HasSubstr("4.8% less than the volume of its boxes: their sides are not "
                                            "multiples of half a cell, 0.01 m"));
    EXPECT_THAT(linesOf(rounded + exact), HasSubstr("2.4% less"));
    EXPECT_THAT(linesOf(rounded + ball), HasSubstr("4.8% less"));
    EXPECT_THAT(linesOf(exact), testing::Not(HasSubstr("% less")));
    EXPECT_THAT(linesOf(sandBox("half", {0, 0, -0.05}, {0.1, 0.1, 0.05}) + floor),
                testing::Not(HasSubstr("% less")));
}

// The second block is the first one, a period further: of the overlap the first counts. The third is beside
// the domain: in it, a half of it is in the plate.
TEST(SandAtTheStart, IsCountedInAPeriodicDomain) {
    const std::string periodic = continuumHead(0.02,
                                               "periodic = [\"x\"]\ndomain_min = [0, 0, 0]\n"
                                               "domain_max = [0.24, 1, 1]\n");
    const std::string one = sandBox("one", {0, 0, 0}, {0.2, 0.2, 0.2}),
                      two = sandBox("two", {0.24, 0, 0}, {0.44, 0.2, 0.2}),
                      beside = sandBox("beside", {0.48, 0, 0}, {0.68, 0.2, 0.2});
    const std::string plate =
        "[[wall]]\nname = \"plate\"\nmaterial = \"sand\"\nshape = \"box-outside\"\n"
        "min = [0.1, -1, -1]\nmax = [0.24, 1, 1]\n";
    EXPECT_EQ(countOf(periodic + one + two).count, countOf(periodic + one).count);
    EXPECT_NEAR(countOf(periodic + beside + plate).count, 4000, 400);
    EXPECT_EQ(countOf(periodic + beside + plate).count,
              sandSumsOf(simulationOf(periodic + beside + plate)).count);
}

TEST(SandAtTheStart, IsMissed) {
    const std::string floor = "[[wall]]\nname = \"floor\"\nmaterial = \"sand\"\n";
    const std::string below = head + sandBox("block", {0, 0, -1}, {0.1, 0.1, -0.9}) + floor;
    EXPECT_THAT(said(below), HasSubstr("the scene has no sand"));
    EXPECT_EQ(said(head + sandBox("block", {0, 0, -0.1}, {0.1, 0.1, 0.03}) + floor), "");
    const std::string spout = "[[sand_spout]]\nname = \"spout\"\ncentre = [0, 0, 0.3]\nradius = 0.05\n";
    EXPECT_EQ(said(below + spout), "");
    EXPECT_THAT(said(below + spout + "times = [0, 1]\nspeeds = [0, 0]\n"), HasSubstr("no sand comes"));
}

// Nothing stops or removes it; not without gravity, and not where it comes back from above.
TEST(SandAtTheStart, IsNotSaidToFallForEverWhereSomethingIsBelow) {
    const std::string block = sandBox("block", {0, 0, 0}, {0.1, 0.1, 0.1}), falls = "falls for ever";
    const auto in = [&](const std::string& world) { return said(continuumHead(0.02, world) + block); };
    EXPECT_THAT(in(""), HasSubstr("warning: the sand falls for ever"));
    EXPECT_THAT(in("periodic = [\"x\"]\ndomain_min = [0, 0, 0]\ndomain_max = [0.24, 1, 1]"),
                HasSubstr(falls));
    EXPECT_THAT(in("periodic = [\"z\"]\ndomain_min = [0, 0, 0]\ndomain_max = [1, 1, 0.24]"),
                testing::Not(AnyOf(HasSubstr(falls), HasSubstr("error"))));
    const std::string still = continuumHead(0.02, "gravity = [0, 0, 0]") + "speed = 1\n" + block;
    EXPECT_THAT(said(still), testing::Not(AnyOf(HasSubstr(falls), HasSubstr("error"))));
    for (const char* below :
         {"[[wall]]\nname = \"floor\"\nmaterial = \"sand\"\n",
          "[[sink]]\nname = \"sink\"\npoint = [0, 0, -1]\nnormal = [0, 0, 1]\n",
          "[ground]\nmaterial = \"sand\"\ncorner = [-1, -1, -1]\nsize = [2, 2]\nspacing = 0.1\n",
          "[[body]]\nname = \"ball\"\nmaterial = \"sand\"\nshape = \"sphere\"\nradius = 0.5\n"
          "position = [0, 0, -1]\nmotion = \"prescribed\"\n"})
        EXPECT_THAT(said(head + block + below), testing::Not(AnyOf(HasSubstr(falls), HasSubstr("error"))))
            << below;
}

// With every solver, and a number of the material's own does not make grains of it.
TEST(SandAtTheStart, IsNotOfWater) {
    for (const char* solver : {"mpm", "narain", "zhu-bridson", "grains"}) {
        std::string text = head + "solver = \"" + solver + "\"\n" + sandBox("b", {0, 0, 0}, {0.1, 0.1, 0.1});
        EXPECT_THAT(said(text), testing::Not(HasSubstr("error")));
        text.replace(text.find("dry sand"), 8, "water");
        EXPECT_THAT(said(text), HasSubstr("'sand' is like water, which has no grains")) << solver;
    }
}

}  // namespace
}  // namespace talus::test
