// What water makes of a scene: the speed to expect, what a block leaves out, how particles bounce.
#include "talus/water/boundary/loads.h"
#include "talus/water/setup.h"
#include "talus/water/sources/vessels.h"
#include "tests/support/water.h"

namespace talus::water {
namespace {

using test::simulationOf;
using test::waterHead;

const std::string down = "gravity = [0, 0, -9.81]";

std::string planeAt(const Vec3d& point, const Vec3d& normal) {
    return fmt::format(
        "[[wall]]\nname = \"side\"\nmaterial = \"glass\"\nshape = \"plane\"\npoint = [{}, {}, {}]\n"
        "normal = [{}, {}, {}]\n",
        point.x, point.y, point.z, normal.x, normal.y, normal.z);
}
double expectedSpeed(const std::string& more) {
    return setupOf(test::sceneOf(waterHead("dfsph", 0.02, down) + test::planeOf("floor", 0, 1) +
                                 test::boxOf("block", {0, 0, 0}, {0.2, 0.2, 0.5}) + more))
        .fastest;
}

// Falling from the block's top to the floor gives sqrt(2 g 0.5 m). The point of an upright plane, or of a
// ceiling, is no place to fall to; a slope is met below the block, not at its point.
TEST(ExpectedSpeed, IsThatOfTheFallToTheFirstSurface) {
    const double floor = std::sqrt(2 * 9.81 * 0.5);
    EXPECT_NEAR(expectedSpeed(""), floor, 1e-9);
    EXPECT_NEAR(expectedSpeed(planeAt({-0.1, 0, -40}, {1, 0, 0})), floor, 1e-9);
    EXPECT_NEAR(expectedSpeed(planeAt({0, 0, -40}, {0, 1e-5, -1})), floor, 1e-9);
    // At z = -0.2 where the block ends, at x = 0.2.
    EXPECT_NEAR(expectedSpeed(planeAt({40, 0, -40}, {1, 0, 1})), std::sqrt(2 * 9.81 * 0.7), 1e-9);
    EXPECT_NEAR(expectedSpeed(planeAt({0, 0, -1}, {0, 0, 1})), std::sqrt(2 * 9.81 * 1.5), 1e-9);
}

std::size_t countOutside(const std::string& wall, double radius, const std::string& block) {
    const auto simulation = simulationOf(waterHead("dfsph", 0.02, down) + wall + block);
    std::size_t outside = 0;
    for (const Vec3d& p : test::placesOf(simulation)) outside += std::hypot(p.x, p.y) > radius;
    EXPECT_GT(test::placesOf(simulation).size(), 100u);
    return outside;
}

// A pot without thickness has two free sides. A block whose middle is in it is meant to be in it; one that it
// stands in is on both sides.
TEST(OnlyFree, BlockInAPotGivesNoWaterAroundThePot) {
    const std::string pot =
        "[[wall]]\nname = \"pot\"\nmaterial = \"glass\"\nshape = \"cylinder-inside\"\nfrom = [0, 0, 0]\n"
        "to = [0, 0, 0.4]\nradius = 0.15\ncaps = [\"from\"]\n";
    const std::string in_it = test::boxOf("block", {-0.2, -0.2, 0}, {0.2, 0.2, 0.2}),
                      around = test::boxOf("block", {-0.5, -0.2, 0}, {0.1, 0.2, 0.2});
    EXPECT_EQ(countOutside(pot, 0.15, in_it), 0u);
    EXPECT_GT(countOutside(pot, 0.15, in_it + "only_free = false\n"), 50u);
    EXPECT_GT(countOutside(pot, 0.15, around), 50u);
}

TEST(OnlyFree, OutsideOfOpenWallsIsRecognised) {
    environment::Wall box;
    box.kind = environment::Wall::Kind::BoxInside;
    box.box = {{0, 0, 0}, {1, 1, 1}};
    box.open = {"+z"};
    EXPECT_FALSE(outsideOf(box, {0.5, 0.5, 0.5}));
    EXPECT_FALSE(outsideOf(box, {0.5, 0.5, 1.5}));  // above its open side
    EXPECT_TRUE(outsideOf(box, {0.5, 0.5, -0.5}));
    EXPECT_TRUE(outsideOf(box, {1.5, 0.5, 0.5}));
    box.open.clear();  // closed boxes are solid behind their sides
    EXPECT_FALSE(outsideOf(box, {1.5, 0.5, 0.5}));
    environment::Wall cone;
    cone.kind = environment::Wall::Kind::Cone;
    cone.cone = {{0, 0, 0}, {0, 0, 1}, 0.1, 0.5};
    EXPECT_FALSE(outsideOf(cone, {0.25, 0, 0.5}));
    EXPECT_TRUE(outsideOf(cone, {0.35, 0, 0.5}));
    EXPECT_FALSE(outsideOf(cone, {0, 0, -0.5}));
}

// u -= (1 + c_R d / (dt |u|)) (u . n) n: a particle 5 mm above a floor that goes 10 mm in a step would be 5
// mm below it, half of its way, so that half of c_R = 0.6 is given back. And it lies on the floor at the
// step's end.
TEST(MuellerRestitution, IsWeightedByTheShareOfThePathInTheWall) {
    std::string head = waterHead("mueller", 0, "gravity = [0, 0, 0]");
    head.erase(head.find("spacing"));  // follows from the mass
    auto simulation = simulationOf(
        head + "particle_mass = 1e-3\nsmoothing = 0.02\nrestitution = 0.6\ndt = 0.01\nspeed = 2\n" +
        test::planeOf("floor", 0, 1) +
        "[[water_block]]\nname = \"one\"\nmin = [0, 0, 0]\nmax = [0.01, 0.01, 0.01]\nvelocity = [0, 0, "
        "-1]\n");
    ASSERT_EQ(test::placesOf(simulation).size(), 1u);
    test::runTo(simulation, 0.01);
    EXPECT_NEAR(test::particlesOf(simulation).read(fields::half_velocity)[0].z, 0.3, 1e-3);
    EXPECT_LT(test::placesOf(simulation)[0].z, 1e-5);
}

}  // namespace
}  // namespace talus::water
