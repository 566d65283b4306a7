// Grains of several spheres.
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "talus/grains/clumps/draw_shape.h"
#include "talus/grains/clumps/list_clumps.h"
#include "talus/grains/clumps/mesh_spheres.h"
#include "talus/math/free_turn.h"
#include "tests/grains/grain_world.h"
#include "tests/support/same_bits.h"
#include "tests/support/scenes_of_each_kind.h"

namespace talus {
namespace {

using geometry::Sphere;
using std::numbers::pi;
using namespace testing_support;

const std::string head = R"(format = 1
name = "clumps"
[time]
duration = 1
frame_interval = "5 ms"
dt = "5 us"
[[material]]
name = "sand"
density = 2500
)";
const std::string contact = R"([[contact]]
between = ["sand", "sand"]
law = "linear"
stiffness = 2000
shear_stiffness = 570
restitution = 1
shear_dashpot = false
friction = 0.4
)";
const std::string shapes = R"([[grain_shape]]
name = "rod"
centres = [[-1, 0, 0], [0, 0, 0], [1, 0, 0]]
radii = [1, 1, 1]
[[grain_shape]]
name = "hook"
centres = [[0, 0, 0], [2, 0, 0], [2, 2, 0], [2, 2, 1]]
radii = [1, 1, 0.8, 0.7]
[[grain_shape]]
name = "ball"
centres = [[5, 6, 7]]
radii = [3]
)";

grains::ClumpShape shapeOf(const std::vector<Sphere>& spheres) {
    auto made = grains::clumpShapeOf(spheres);
    if (!made) throw std::runtime_error(made.error().message);
    return *made;
}

// Three equal balls in a row that touch: volume and moments are sums. In radii of the ball with their volume,
// a^3 = 3 r^3; along the row 2/5 r^2, across it 2/5 r^2 + 2/3 (2 r)^2.
TEST(ClumpShape, OfSpheresThatTouchIsTheirSum) {
    const auto shape = shapeOf({{{1, 2, 3}, 2}, {{1, 6, 3}, 2}, {{1, 10, 3}, 2}});
    const double r = 1 / std::cbrt(3.0);
    std::vector<double> moments{shape.inertia.x, shape.inertia.y, shape.inertia.z};
    std::sort(moments.begin(), moments.end());
    EXPECT_NEAR(moments[0], 0.4 * r * r, 1e-12);
    EXPECT_NEAR(moments[1], (0.4 + 8.0 / 3) * r * r, 1e-12);
    EXPECT_NEAR(moments[2], (0.4 + 8.0 / 3) * r * r, 1e-12);
    EXPECT_NEAR(shape.reach, 3 * r, 1e-12);
    EXPECT_NEAR(shape.smallest, r, 1e-12);
}

// Two unit balls at a distance of 1: each has a cap of height 1/2 less, pi h^2 (3 - h) / 3 = 5 pi / 24. The
// moment across the axis is the integral of A (z^2 + A / (4 pi)) over slices of area A(z), here by a sum over
// 10^6 slices.
TEST(ClumpShape, CountsTheVolumeThatSpheresShareOnce) {
    const auto mass = grains::massOfUnion({{{0, 0, -0.5}, 1}, {{0, 0, 0.5}, 1}});
    const double volume = 8.0 / 3 * pi - 2 * 5 * pi / 24;
    EXPECT_NEAR(mass.volume / volume, 1, 2e-4);
    double across = 0;
    constexpr int slices = 1'000'000;
    for (int k = 0; k < slices; ++k) {
        const double z = 1.5 * (k + 0.5) / slices, area = pi * (1 - (z - 0.5) * (z - 0.5));
        across += 2 * area * (z * z + area / (4 * pi)) * 1.5 / slices;
    }
    EXPECT_NEAR(mass.per_density.x.x / across, 1, 2e-4);
    EXPECT_NEAR(mass.per_density.y.y / across, 1, 2e-4);
    EXPECT_NEAR(length(mass.centre), 0, 1e-12);
}

TEST(ClumpShape, RefusesWhatIsNoShape) {
    EXPECT_FALSE(grains::clumpShapeOf(std::vector<Sphere>{}).ok());
    EXPECT_FALSE(grains::clumpShapeOf({{{0, 0, 0}, 1}, {{0.1, 0, 0}, 0.5}}).ok());
    EXPECT_FALSE(grains::clumpShapeOf({{{0, 0, 0}, 1}, {{0, 0, 0}, 1}}).ok());
}

// The smallest effective mass of a ball is its mass; at the end of a rod of three balls it is less:
// 1/M + l^2/I with l = 2 r and I = (2/5 + 8/3) M r^2.
TEST(ClumpShape, TellsHowEasilyItsEndMoves) {
    EXPECT_EQ(shapeOf({{{0, 0, 0}, 1}}).lightest, 1);
    const auto rod = shapeOf({{{-2, 0, 0}, 1}, {{0, 0, 0}, 1}, {{2, 0, 0}, 1}});
    EXPECT_NEAR(rod.lightest, 1 / (1 + 4 / (0.4 + 8.0 / 3)), 0.02);
}

/// A cube of side 2 about a point, with triangles that face outwards.
geometry::Mesh cube(const Vec3d& middle) {
    geometry::Mesh mesh;
    for (int c = 0; c < 8; ++c)
        mesh.points.push_back(middle + Vec3d{c & 1 ? 1.0 : -1.0, c & 2 ? 1.0 : -1.0, c & 4 ? 1.0 : -1.0});
    mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return mesh;
}

// The surface at depth R in a cube of side s is a cube of side s - 2 R; D A / (pi R^2) spheres are put on it.
TEST(MeshSpheres, CoverTheInsideOfACube) {
    const auto mesh = cube({3, -1, 2});
    constexpr double radius = 0.25, density = 1.5;
    const auto spheres = grains::spheresOf(mesh, radius, density, {1, 0});
    ASSERT_TRUE(spheres.ok()) << spheres.error().message;
    const double area = 6 * 1.5 * 1.5, wanted = density * area / (pi * radius * radius);
    EXPECT_NEAR(static_cast<double>(spheres->size()), wanted, 3 * std::sqrt(wanted));
    for (const Sphere& s : *spheres) {
        const Vec3d p = s.centre - Vec3d{3, -1, 2};
        const double depth = 1 - std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)});
        EXPECT_NEAR(depth, radius, 0.03);
    }
    // Few corners and edges of the cube are farther than a tenth of its radius from a sphere.
    const double unit = std::cbrt(8 / (4.0 / 3 * pi));
    const auto cover = grains::coverOf(mesh, *spheres, unit, 0.1);
    EXPECT_GT(cover.coverage, 0.9);
    EXPECT_LT(cover.mean_gap, 0.06);
    // sqrt(3) R - R is the gap at a corner below which a sphere sits.
    EXPECT_LT(cover.largest_gap, 2 * (std::numbers::sqrt3 - 1) * radius / unit);
}

// The picture has the gap at each point of its finely divided mesh: none at the middle of a face, where a
// sphere touches it, and more at the corners.
TEST(MeshSpheres, PicturesHaveTheColoursOfTheGap) {
    grains::GrainShape shape;
    const std::vector<Sphere> one{{{0, 0, 0}, 1}};
    shape.covered = std::make_shared<const grains::CoveredMesh>(grains::CoveredMesh{cube({}), one, 1});
    shape.made = std::make_shared<const grains::ClumpShape>(shapeOf(one));
    const picture::Picture picture = grains::pictureOf(shape);
    EXPECT_TRUE(picture::checkPicture(picture).ok());
    ASSERT_EQ(picture.meshes.size(), 2u);
    ASSERT_TRUE(picture.legend.has_value());
    const picture::Mesh& mesh = picture.meshes[1];
    ASSERT_EQ(mesh.colour.size(), mesh.position.size());
    Vec3d middle;
    for (const Vec3d& p : mesh.position) middle += p / static_cast<double>(mesh.position.size());
    middle.z = 1;  // the mesh stands on the floor
    for (std::size_t k = 0; k < mesh.position.size(); ++k) {
        const double gap = length(mesh.position[k] - Vec3d{middle.x, 0, 1}) - 1;
        const auto expected = picture::colourAt(picture.legend->map, gap / picture.legend->high);
        EXPECT_NEAR(mesh.colour[k].g, expected.g, 0.02) << gap;
    }
    EXPECT_NEAR(picture.legend->high, std::numbers::sqrt3 - 1, 0.1);
    double area = 0;
    for (const auto& [a, b, c] : mesh.triangle)
        area += 0.5 * length(cross(mesh.position[b] - mesh.position[a], mesh.position[c] - mesh.position[a]));
    EXPECT_NEAR(area, 24, 1e-9);
}

TEST(MeshSpheres, SpreadEvenly) {
    const auto mesh = cube({});
    const auto spheres = grains::spheresOf(mesh, 0.25, 1.5, {1, 0});
    ASSERT_TRUE(spheres.ok());
    const double apart = std::sqrt(2 / std::numbers::sqrt3 * 6 * 1.5 * 1.5 / double(spheres->size()));
    double least = 1e9;
    for (const Sphere& a : *spheres)
        for (const Sphere& b : *spheres)
            if (&a != &b) least = std::min(least, length(a.centre - b.centre));
    // Random points would have pairs at a hundredth of this distance.
    EXPECT_GT(least, 0.5 * apart);
}

TEST(MeshSpheres, RefuseAnOpenMesh) {
    auto mesh = cube({});
    mesh.triangles.pop_back();
    EXPECT_FALSE(grains::spheresOf(mesh, 0.25, 1.5, {1, 0}).ok());
}

// A body with three different moments (Dzhanibekov): angular momentum and energy stay for
// steps in which it turns by up to half a radian, and a slow step follows Euler's equations.
TEST(FreeTurn, KeepsEnergyAndMomentum) {
    const Vec3d inverse{1, 0.5, 1.0 / 3};
    for (const double dt : {1e-3, 0.15}) {
        Rotation turn;
        const Vec3d momentum{0.02, 6, 0.03};
        const auto energy = [&] {
            const Vec3d l = turnedBack(turn, momentum);
            return 0.5 * (l.x * l.x * inverse.x + l.y * l.y * inverse.y + l.z * l.z * inverse.z);
        };
        const double first = energy();
        bool flipped = false;
        for (int step = 0; step < 20000; ++step) {
            turn = turnedOn(turn, meanSpin(inverse, turnedBack(turn, momentum), dt), dt);
            flipped |= turnedBack(turn, momentum).y < -5;
        }
        EXPECT_NEAR(energy(), first, 1e-11 * first) << dt;
        EXPECT_TRUE(flipped) << dt;
        EXPECT_NEAR(dot(turn.x, turn.y), 0, 1e-14);
    }
}

// Through the whole engine: a free clump that tumbles.
TEST(Clumps, KeepMomentumAndEnergyWhereNothingActs) {
    auto simulation = test::simulationOf(head + contact + shapes + R"([world]
gravity = [0, 0, 0]
[[grain]]
material = "sand"
position = [0, 0, 0]
velocity = [0.1, 0.2, 0]
spin = [1, 40, 2]
shape = "hook"
radius = "4 mm"
)");
    const auto before = measured(simulation);
    advance(simulation, 40000);
    const auto after = measured(simulation);
    EXPECT_EQ(before.grains, 1u);
    EXPECT_NEAR(before.mass, 2500 * 4.0 / 3 * pi * 0.004 * 0.004 * 0.004, 1e-15);
    EXPECT_EQ(after.contacts, 0u) << "spheres of one clump are no pair";
    EXPECT_NEAR(after.rotational / before.rotational, 1, 1e-11);
    EXPECT_NEAR(length(after.momentum - before.momentum), 0, 1e-12 * length(before.momentum));
    EXPECT_NEAR(length(after.angular_momentum - before.angular_momentum), 0,
                1e-10 * length(before.angular_momentum));
    const auto& world = simulation.world();
    const Vec3d place = world.table(grains::clumps_table).read(grains::fields::clump_position)[0];
    EXPECT_NEAR(length(place - Vec3d{0.02, 0.04, 0}), 0, 1e-12);
}

// Gravity acts at the centre of mass, wherever the spheres are: a clump that falls does not begin to turn.
TEST(Clumps, FallWithoutTurning) {
    auto simulation = test::simulationOf(head + contact + shapes + R"([[grain]]
material = "sand"
position = [0, 0, 1]
shape = "hook"
rotation = [0.3, 0.4, 0.5]
radius = "4 mm"
)");
    advance(simulation, 20000);
    const auto& clumps = simulation.world().table(grains::clumps_table);
    EXPECT_NEAR(clumps.read(grains::fields::clump_velocity)[0].z, -0.981, 1e-9);
    EXPECT_NEAR(clumps.read(grains::fields::clump_position)[0].z, 1 - 0.5 * 9.81 * 0.01, 1e-9);
    // Of the torque of the weight at the end of the clump, 3e-6 N m, for 0.1 s.
    EXPECT_LT(length(clumps.read(grains::fields::angular_momentum)[0]), 1e-15 * 3e-7);
}

// Two clumps collide off their middles, with friction and without damping: both momenta stay; so does the
// energy, up to what friction takes.
TEST(Clumps, KeepBothMomentaInACollision) {
    auto simulation = test::simulationOf(head + contact + shapes + R"([world]
gravity = [0, 0, 0]
[[grain]]
material = "sand"
position = [0, 0, 0]
velocity = [0.3, 0, 0]
spin = [3, 10, -5]
shape = "hook"
radius = "4 mm"
[[grain]]
material = "sand"
position = [0.02, 0.003, 0.002]
velocity = [-0.2, 0, 0.05]
rotation = [0, 1, 0.3]
shape = "rod"
radius = "3 mm"
)");
    const auto before = measured(simulation);
    bool touched = false;
    for (int k = 0; k < 200; ++k) {
        advance(simulation, 100);
        touched |= measured(simulation).contacts > 0;
    }
    const auto after = measured(simulation);
    ASSERT_TRUE(touched);
    EXPECT_EQ(after.contacts, 0u);
    EXPECT_NEAR(length(after.momentum - before.momentum), 0, 1e-13 * (before.mass * 0.3));
    EXPECT_NEAR(length(after.angular_momentum - before.angular_momentum), 0,
                1e-9 * length(before.angular_momentum));
    const double energy = before.kinetic + before.rotational, left = after.kinetic + after.rotational;
    EXPECT_LT(left, energy * (1 + 1e-4));
    EXPECT_GT(left, 0.5 * energy);
}

// Two clumps that meet across the sides and the corner of a periodic domain part as in its middle.
TEST(Clumps, MeetAcrossPeriodicSidesAsInTheMiddle) {
    std::vector<Vec3d> velocities[2], spins[2];
    for (const int k : {0, 1}) {
        const double at = k == 0 ? 0.05 : 0.1;
        auto simulation = test::simulationOf(head + contact + shapes +
                                             fmt::format(R"([world]
gravity = [0, 0, 0]
periodic = ["x", "y"]
domain_max = [0.1, 0.1, 0]
[[grain]]
material = "sand"
position = [{}, {}, 0]
velocity = [0.3, 0.1, 0]
spin = [3, 10, -5]
shape = "hook"
radius = "4 mm"
[[grain]]
material = "sand"
position = [{}, {}, 0.002]
velocity = [-0.2, 0, 0.05]
rotation = [0, 1, 0.3]
shape = "rod"
radius = "3 mm"
)",
                                                         at - 0.006, at - 0.002, at + 0.008, at + 0.001));
        bool touched = false;
        for (int step = 0; step < 100; ++step) {
            advance(simulation, 100);
            touched |= measured(simulation).contacts > 0;
        }
        ASSERT_TRUE(touched);
        for (std::uint32_t id = 0; id < 7; ++id) {
            velocities[k].push_back(of(simulation, grains::fields::velocity, id));
            spins[k].push_back(of(simulation, grains::fields::spin, id));
        }
    }
    for (std::size_t i = 0; i < velocities[0].size(); ++i) {
        EXPECT_LT(length(velocities[0][i] - velocities[1][i]), 1e-9) << i;
        EXPECT_LT(length(spins[0][i] - spins[1][i]), 1e-6) << i;
    }
}

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
        test::expectSameBits(test::scenesOfEachKind().at("Clumps") + more, 0.1);
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
