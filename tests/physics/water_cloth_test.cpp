// Water and cloth in one scene: the pressures move both (water/boundary/sheet_points.h), and the layer of
// water on a sheet moves with it (couple/water_cloth/).
#include <numeric>

#include <gmock/gmock.h>

#include "talus/cloth/fields.h"
#include "talus/environment/deforming/point_impulses.h"
#include "tests/support/sphere_file.h"
#include "tests/support/water.h"

namespace talus::couple {
namespace {

using namespace test;

const std::string linen = "[[material]]\nname = \"linen\"\n[cloth_solver]\niterations = 10\n";

std::string sheet(double width, int points, const std::string& more = "") {
    return fmt::format(
               "[[cloth]]\nname = \"sheet\"\nmaterial = \"linen\"\nwidth = {0}\nheight = {0}\npoints_x = "
               "{1}\n"
               "points_y = {1}\ndensity = 0.3\nself_contact = false\n",
               width, points) +
           more;
}

auto pointsOf(const scene::Simulation& simulation) {
    return std::as_const(simulation.world()).table(cloth::points_table).read(cloth::fields::position);
}

struct Momentum {
    Vec3d linear, angular;
    void add(const Vec3d& position, const Vec3d& impulse) {
        linear += impulse;
        angular += cross(position, impulse);
    }
};

/// Of water and cloth, and what the cloth has still to take.
Momentum momentumOf(const scene::Simulation& simulation, double particle) {
    Momentum sum;
    const auto places = placesOf(simulation);
    const auto velocities = velocitiesOf(simulation);
    for (std::size_t i = 0; i < places.size(); ++i) sum.add(places[i], wide(velocities[i]) * particle);
    const state::Table& points = std::as_const(simulation.world()).table(cloth::points_table);
    const auto pending = std::as_const(simulation.world())
                             .table(environment::point_impulses_table)
                             .read(environment::fields::point_spread_impulse);
    const auto position = points.read(cloth::fields::position);
    for (std::size_t p = 0; p < points.size(); ++p)
        sum.add(position[p],
                points.read(cloth::fields::velocity)[p] * points.read(cloth::fields::mass)[p] + pending[p]);
    return sum;
}

// A block of water flies into a free sheet. What the water loses the sheet gains, to the round-off of the
// velocities of the water, which are in single precision: each of the N particles is rounded some four times
// a step, at random. Before the sheet is taken along water has 26 times its mass.
TEST(WaterCloth, KeepMomentum) {
    constexpr double spacing = 0.01, particle = 1000 * spacing * spacing * spacing, speed = 1;
    auto simulation = simulationOf(
        waterHead("dfsph", spacing, "gravity = [0, 0, 0]") + "speed = 1\n" + linen + sheet(0.12, 13) +
        boxOf("block", {-0.03, -0.02, 0.01}, {0.04, 0.03, 0.05}) + "velocity = [0, 0, -1]\n");
    const Momentum before = momentumOf(simulation, particle);
    runTo(simulation, 0.1);
    const Momentum after = momentumOf(simulation, particle);
    const auto points = pointsOf(simulation);
    double lowest = 0;
    for (const Vec3d& p : points) lowest = std::min(lowest, p.z);
    EXPECT_LT(lowest, -0.05) << "the water takes the sheet along";
    const double count = static_cast<double>(placesOf(simulation).size()),
                 steps = static_cast<double>(simulation.world().step);
    const double bound = 4 * particle * speed * std::ldexp(1, -24) * std::sqrt(4 * count * steps) +
                         1e-6 * length(before.linear);
    tell("error_over_momentum", length(after.linear - before.linear) / length(before.linear));
    EXPECT_LT(length(after.linear - before.linear), bound);
    // Impulses act at the nearest point of the sheet, up to a support from the particle.
    EXPECT_LT(length(after.angular - before.angular), 0.03 * length(before.linear) * 0.05);
}

// Water in a tube whose bottom is a sheet. The sheet sags, the water comes to rest in it, and what holds the
// sheet carries the weight of water and sheet. No particle is ever below the sheet.
TEST(WaterCloth, HeldSheetCarriesStillWater) {
    constexpr double spacing = 0.02, side = 0.2, depth = 0.1, particle = 1000 * spacing * spacing * spacing;
    std::string text = waterHead("dfsph", spacing, "", 0.02) + linen +
                       "[[wall]]\nname = \"tube\"\nmaterial = \"glass\"\nshape = \"box-inside\"\n"
                       "min = [-0.1, -0.1, -0.2]\nmax = [0.1, 0.1, 0.4]\nopen = [\"-z\", \"+z\"]\n" +
                       boxOf("column", {-side / 2, -side / 2, 0}, {side / 2, side / 2, depth}) +
                       sheet(side, 13, "contact = false\nstretch = 5000\ndamping = 5\n");
    for (const char* where : {"left", "right", "top", "bottom"})
        text +=
            fmt::format("[[cloth_attachment]]\ncloth = \"sheet\"\nwhere = \"{}\"\nwall = \"tube\"\n", where);
    auto simulation = simulationOf(text);
    const std::size_t count = placesOf(simulation).size();
    const double weight = (static_cast<double>(count) * particle + 0.3 * side * side) * gravity;
    const auto momentum = [&] { return momentumOf(simulation, particle).linear.z; };
    double load = 0, begin = 0;
    constexpr int frames = 100, last = 30;
    for (int frame = 1; frame <= frames; ++frame) {
        runTo(simulation, 0.02 * frame);
        ASSERT_EQ(placesOf(simulation).size(), count);
        double lowest = 0;
        for (const Vec3d& p : pointsOf(simulation)) lowest = std::min(lowest, p.z);
        for (const Vec3d& p : placesOf(simulation)) ASSERT_GT(p.z, lowest) << "frame " << frame;
        if (frame == frames - last) begin = momentum();
        if (frame <= frames - last) continue;
        const state::World& world = simulation.world();
        for (const auto& [table, impulse, time] :
             {std::tuple(cloth::loads_table, &cloth::fields::impulse, &cloth::fields::load_time),
              std::tuple(water::load_table, &water::fields::impulse, &water::fields::load_time)}) {
            const state::Table& loads = world.table(table);
            load += loads.read(*impulse)[0].z / loads.read(*time)[0] / last;
        }
    }
    const double carried = -load - (momentum() - begin) / (last * 0.02);
    tell("load_over_weight", carried / weight);
    EXPECT_NEAR(carried, weight, 0.05 * weight);
    // As on a rigid sheet of this shape.
    EXPECT_LT(std::sqrt(meanSquareSpeed(simulation)), 0.03);
}

/// Whether a position is inside of a closed sheet: by the sum of the solid angles of its triangles, 4 pi
/// inside (van Oosterom and Strackee 1983).
bool isInside(const scene::Simulation& simulation, const Vec3d& p) {
    const auto points = pointsOf(simulation);
    double sum = 0;
    for (const auto& [i, j, k] :
         std::as_const(simulation.world()).table(cloth::triangles_table).read(cloth::fields::corners)) {
        const Vec3d a = points[i] - p, b = points[j] - p, c = points[k] - p;
        const double la = length(a), lb = length(b), lc = length(c);
        sum += 2 * std::atan2(dot(a, cross(b, c)),
                              la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
    }
    return std::abs(sum) > 2 * std::numbers::pi;
}

// A bag full of water falls on a floor, flattens and swings: all of the water stays in it, after every frame.
TEST(WaterCloth, BagHoldsItsWater) {
    constexpr double spacing = 0.016, radius = 0.1;
    const TemporaryFolder folder;
    auto simulation = simulationOf(
        waterHead("dfsph", spacing, "", 0.02) + linen +
        "[[wall]]\nname = \"floor\"\nmaterial = \"glass\"\n[[water_block]]\nname = \"ball\"\n"
        "shape = \"sphere\"\ncentre = [0, 0, 0.2]\nradius = 0.088\n[[cloth]]\nname = \"bag\"\n"
        "material = \"linen\"\ndensity = 0.3\nstretch = 2000\nposition = [0, 0, 0.2]\nfile = \"" +
        sphereFile(folder, radius, 3) + "\"\n");
    const std::size_t count = placesOf(simulation).size();
    ASSERT_GT(count, 500u);
    double lowest = 1;
    for (int frame = 0; frame <= 25; ++frame) {
        runTo(simulation, 0.02 * frame);
        ASSERT_EQ(placesOf(simulation).size(), count);
        for (const Vec3d& p : placesOf(simulation)) ASSERT_TRUE(isInside(simulation, p)) << "frame " << frame;
        double top = 0;
        for (const Vec3d& p : pointsOf(simulation)) top = std::max(top, p.z);
        lowest = std::min(lowest, top);
    }
    tell("flattest", lowest / (2 * radius));
    EXPECT_LT(lowest, 0.95 * 2 * radius) << "it has hit the floor";
}

// A sheet falls onto a pool, comes to rest on its surface and stays there.
TEST(WaterCloth, SheetFloatsOnAPool) {
    auto simulation = simulationOf(waterHead("dfsph", 0.02, "", 0.02) + linen +
                                   tankOf({-0.16, -0.16, 0}, {0.16, 0.16, 0.4}) +
                                   boxOf("pool", {-0.16, -0.16, 0}, {0.16, 0.16, 0.1}) +
                                   sheet(0.2, 11, "position = [0, 0, 0.2]\nrotation = [0.2, 0.1, 0]\n"));
    runTo(simulation, 0.8);
    const auto points = pointsOf(simulation);
    const double mean = std::accumulate(points.begin(), points.end(), 0.0,
                                        [](double sum, const Vec3d& p) { return sum + p.z; }) /
                        static_cast<double>(points.size());
    tell("height_over_depth", mean / 0.1);
    EXPECT_NEAR(mean, 0.1, 0.02);  // a spacing
}

// A sheet is driven through drops that float at rest, by nearly a spacing in each step: it takes them along,
// and leaves none behind.
TEST(WaterCloth, SheetSweepsDrops) {
    std::string text = waterHead("dfsph", 0.01, "gravity = [0, 0, 0]") + "speed = 3\ndt = 0.0025\n" + linen +
                       "[[wall]]\nname = \"lift\"\nmaterial = \"glass\"\nshape = \"box-outside\"\n"
                       "min = [1, 1, -1]\nmax = [1.1, 1.1, -0.9]\n[[motion]]\nwall = \"lift\"\n"
                       "velocity = [0, 0, 3]\n" +
                       sheet(0.2, 11, "contact = false\n") +
                       "[[cloth_attachment]]\ncloth = \"sheet\"\nwhere = \"near\"\nat = [0, 0, 0]\n"
                       "within = 1\nwall = \"lift\"\n";
    for (int k = 0; k < 9; ++k) {
        const Vec3d p{-0.06 + 0.05 * (k % 3), -0.055 + 0.05 * (k / 3), 0.0171 + 0.009 * k};
        text += boxOf(fmt::format("drop-{}", k).c_str(), p, p + Vec3d{0.01, 0.01, 0.01});
    }
    auto simulation = simulationOf(text);
    ASSERT_EQ(placesOf(simulation).size(), 9u);
    runTo(simulation, 0.06);
    const double height = pointsOf(simulation)[0].z;
    EXPECT_NEAR(height, 0.18, 1e-6);
    for (const Vec3d& p : placesOf(simulation)) EXPECT_GT(p.z, height);
}

// A jet pushes a sheet that hangs from its upper side: the sheet gives way, and takes from the water what the
// jet brings.
TEST(WaterCloth, JetPushesAHangingSheet) {
    auto simulation = simulationOf(
        waterHead("dfsph", 0.014, "", 0.02) + linen +
        "[[wall]]\nname = \"floor\"\nmaterial = \"glass\"\npoint = [0, 0, -0.5]\n[[inflow]]\nname = \"jet\"\n"
        "centre = [-0.2, 0, 0]\ndirection = [1, 0, 0]\nradius = 0.03\nspeed = 1.5\n" +
        sheet(0.24, 17, "rotation = [1.2092, 1.2092, 1.2092]\n") +
        "[[cloth_attachment]]\ncloth = \"sheet\"\nwhere = \"top\"\n");
    runTo(simulation, 0.6);
    double farthest = 0;
    for (const Vec3d& p : pointsOf(simulation)) farthest = std::max(farthest, p.x);
    EXPECT_GT(farthest, 0.05);
    // Water that has met the sheet: none is in front of its upper half as if it were not there.
    for (const Vec3d& p : placesOf(simulation)) EXPECT_FALSE(p.x > 0.3 && p.z > 0.0);
}

TEST(WaterCloth, SameBitsByThreadsAndFromASnapshot) {
    const std::string text = waterHead("dfsph", 0.008, "") + linen + sheet(0.2, 17) +
                             "[[cloth_attachment]]\ncloth = \"sheet\"\nwhere = \"corners\"\n" +
                             boxOf("block", {-0.05, -0.05, 0.004}, {0.05, 0.05, 0.1});
    auto one = simulationOf(text, 1), two = simulationOf(text, 2), resumed = simulationOf(text, 2);
    ASSERT_GT(placesOf(one).size(), 1500u);
    runTo(one, 0.05);
    const state::Snapshot middle = takeSnapshot(one.world());
    ASSERT_TRUE(restore(middle, resumed.world()).ok());
    runTo(one, 0.1);
    runTo(two, 0.1);
    runTo(resumed, 0.1);
    EXPECT_EQ(stateHash(one.world()), stateHash(two.world()));
    EXPECT_EQ(stateHash(one.world()), stateHash(resumed.world()));
}

TEST(WaterCloth, RefuseWhatTheyCannot) {
    const auto errorsOf = [](const std::string& text) {
        const scene::ReadResult read = scene::readScene(text, "scene.toml", {}, scene::Machine{});
        return read.diagnostics.format("scene.toml", text);
    };
    const std::string block = boxOf("block", {0, 0, 0.1}, {0.1, 0.1, 0.2});
    EXPECT_THAT(errorsOf(waterHead("dfsph", 0.02, "") + block + "[[cloth]]\nname = \"sheet\"\n"),
                ::testing::HasSubstr("water touch cloth"));
    EXPECT_THAT(errorsOf(waterHead("wcsph", 0.02, "") + linen + block + sheet(0.2, 11)),
                ::testing::HasSubstr("only \"dfsph\" meets [[cloth]]"));
}

}  // namespace
}  // namespace talus::couple
