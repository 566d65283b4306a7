// Every shape of wall, and every motion, in Talus and in LAMMPS: clouds that fly against them must take the
// same paths. docs/theory/lammps.md says what becomes of each, and where the two differ.
#include "tests/grains/grain_world.h"
#include "tests/support/lammps_cloud.h"

namespace talus {
namespace {

using environment::Motion;
using environment::Wall;
using test::expectClose;
using test::GrainState;
using testing_support::advance;
using testing_support::start;

// Wide apart, so that most grains meet the wall before each other: each collision makes a difference ten
// times larger.
constexpr double spacing = 3.2e-3, edge = 6 * spacing;  // of the cloud [m]
constexpr double dt = 5e-6;
constexpr std::uint64_t steps = 400;

struct WallCase {
    const char* name;
    void (*shape)(Wall&);
    std::vector<Motion> motions = {};
    double friction = 0.5;
    double tolerance = 1e-9;  ///< round-off as in lammps_test.cpp; else the case says why
    test::Radii radii = test::Radii::Any;
    void (*change)(grains::Contact&) = nullptr;  ///< of grains and wall
};

void PrintTo(const WallCase& c, std::ostream* out) { *out << c.name; }

constexpr Vec3d middle{edge / 2, edge / 2, edge / 2};

/// How far the cloud reaches from its middle along a unit vector [m]: its corner's grain.
double reach(const Vec3d& along) {
    const double half = 0.5 * (edge - spacing) + 0.02e-3;
    return half * (std::abs(along.x) + std::abs(along.y) + std::abs(along.z)) + 1.15e-3 + 0.05e-3;
}

/// Around the cloud, its corners just free. @param corner the largest distance of a grain's centre from the
/// axis
void tube(Wall& w, const Vec3d& along, double corner) {
    w.kind = Wall::Kind::CylinderInside;
    w.cone = {middle - along * reach(along), middle + along * (1.1 * reach(along)), corner + 1.25e-3, 0};
    w.caps = {"from", "to"};
}
void funnel(Wall& w, const Vec3d& along, double radius, double end_radius) {
    w.kind = Wall::Kind::Cone;
    w.cone = {middle - along * (0.8 * edge), middle + along * (0.8 * edge), radius * edge, end_radius * edge};
}
void disc(Wall& w, const Vec3d& normal, double hole) {
    w.kind = Wall::Kind::Disc;
    w.disc = {middle - normalized(normal) * reach(normalized(normal)), normal, 0.7 * edge, hole};
}
void plate(Wall& w, const Vec3d& u, const Vec3d& v) {
    const Vec3d normal = normalized(cross(u, v));
    w.kind = Wall::Kind::Rectangle;
    w.rectangle = {middle - normal * reach(normal) - u * 0.5 - v * 0.5, u, v};
}

/// Beneath the cloud; its round ends are beneath it, too.
void capsule(Wall& w, const Vec3d& along) {
    const Vec3d under{edge / 2, edge / 2, -12e-3};
    w.kind = Wall::Kind::Capsule;
    w.capsule = {under - along * (0.2 * edge), under + along * (0.15 * edge), 12.1e-3};
}

Motion shift(const Vec3d& velocity, double begin, double end) {
    Motion m;
    m.velocity = velocity;
    m.start = begin;
    m.stop = end;
    return m;
}
Motion turn(const Vec3d& axis, const Vec3d& point, double rate, double begin) {
    Motion m;
    m.kind = Motion::Kind::Rotate;
    m.axis = axis;
    m.point = point;
    m.rate = rate;
    m.start = begin;
    return m;
}

scene::Scene sceneOf(const WallCase& c) {
    grains::Contact contact;
    contact.law = "linear";
    contact.stiffness = 2e4;
    contact.shear_stiffness = 1e4;
    contact.restitution = 0.6;
    contact.friction = c.friction;
    scene::Scene scene = testing_support::sandScene(contact, dt);
    scene.environment.gravity = {0.3, -0.2, -9.81};
    scene.time.frame_interval = steps * dt;
    test::addCloud(scene, c.radii, 6, spacing, 0.02e-3, 1.5);
    Wall wall;
    wall.name = "wall";
    wall.material = "steel";
    scene.environment.materials.push_back({"steel", 7800, {}});
    grains::in(scene).contacts.resize(2, grains::in(scene).contacts.front());
    grains::in(scene).contacts[1].second = "steel";
    if (c.change != nullptr) c.change(grains::in(scene).contacts[1]);
    c.shape(wall);
    scene.environment.walls = {wall};
    scene.environment.motions = c.motions;
    for (Motion& motion : scene.environment.motions) motion.wall = "wall";
    return scene;
}

class AgainstLammpsWalls : public ::testing::TestWithParam<WallCase> {};

// Grains that never touch the wall are the same with and without it: so many must have met it that the test
// says something of it.
TEST_P(AgainstLammpsWalls, PathsAreTheSame) {
    if (!test::lammpsInstalled()) GTEST_SKIP() << test::no_lammps;
    const scene::Scene scene = sceneOf(GetParam());
    scene::Scene without = scene;
    without.environment.walls.clear();
    without.environment.motions.clear();
    scene::Simulation simulation = start(scene), bare = start(without);
    ASSERT_EQ(measured(simulation).wall_contacts, 0u);  // LAMMPS' first evaluation moves no spring
    const auto theirs = test::runLammps(simulation, 1).at(1);
    advance(simulation, steps);
    advance(bare, steps);
    const auto ours = test::statesOf(simulation), free = test::statesOf(bare);
    std::size_t met = 0;
    for (std::size_t i = 0; i < ours.size(); ++i) met += !(ours[i].velocity == free[i].velocity);
    EXPECT_GE(met, 3u);
    expectClose(ours, theirs, &GrainState::position, GetParam().tolerance);
    expectClose(ours, theirs, &GrainState::velocity, GetParam().tolerance);
    expectClose(ours, theirs, &GrainState::spin, GetParam().tolerance);
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, AgainstLammpsWalls,
    ::testing::Values(
        WallCase{"TubeX",
                 [](Wall& w) {
                     tube(w, {1, 0, 0}, 11.4e-3);
                 }},
        WallCase{"TubeY",
                 [](Wall& w) {
                     tube(w, {0, -1, 0}, 11.4e-3);
                 }},
        WallCase{"TubeZ",
                 [](Wall& w) {
                     tube(w, {0, 0, 1}, 11.4e-3);
                 }},
        WallCase{"TubeSlanted",
                 [](Wall& w) {
                     tube(w, normalized(Vec3d{0.1, 1, -0.15}), 13e-3);
                 }},
        WallCase{"FunnelX",
                 [](Wall& w) {
                     funnel(w, {-1, 0, 0}, 0.54, 1.06);
                 }},
        WallCase{"FunnelY",
                 [](Wall& w) {
                     funnel(w, {0, 1, 0}, 0.54, 1.06);
                 }},
        WallCase{"FunnelZ",
                 [](Wall& w) {
                     funnel(w, {0, 0, 1}, 0.54, 1.06);
                 }},
        WallCase{"FunnelSlanted",
                 [](Wall& w) {
                     funnel(w, normalized(Vec3d{0.1, 0.15, 1}), 0.55, 1.1);
                 }},
        WallCase{"Disc",
                 [](Wall& w) {
                     disc(w, {0, 0, 2}, 0);
                 }},
        WallCase{"DiscSlanted",
                 [](Wall& w) {
                     disc(w, {0.2, 0.1, 2}, 0);
                 }},
        WallCase{"DiscWithHole",
                 [](Wall& w) {
                     disc(w, {0, 0, 2}, 3e-3);
                 }},
        WallCase{"DiscWithHoleAlongY",
                 [](Wall& w) {
                     disc(w, {0, -1, 0}, 3e-3);
                 }},
        WallCase{"DiscWithHoleSlanted",
                 [](Wall& w) {
                     disc(w, {0.2, 0.1, 2}, 3e-3);
                 }},
        WallCase{"Plate",
                 [](Wall& w) {
                     plate(w, {0, edge, 0}, {0, 0, 0.8 * edge});
                 }},
        WallCase{"PlateTurnedRound",
                 [](Wall& w) {
                     plate(w, {0, 0, 0.8 * edge}, {0, edge, 0});
                 }},
        WallCase{"PlateSlanted",
                 [](Wall& w) {
                     plate(w, {edge, 0.1 * edge, 0}, {0.01 * edge, -0.1 * edge, edge});
                 }},
        WallCase{"OpenBox",
                 [](Wall& w) {
                     w.kind = Wall::Kind::BoxInside;
                     w.box = {{0, 0, 0}, {edge, edge, edge}};
                     w.open = {"+x", "+z"};
                 }},
        WallCase{"Rod",
                 [](Wall& w) {
                     w.kind = Wall::Kind::CylinderOutside;
                     w.cone = {{-edge, edge / 2, -12e-3}, {0.6 * edge, edge / 2, -12e-3}, 12.1e-3, 0};
                 }},
        WallCase{"RodSlanted",
                 [](Wall& w) {
                     w.kind = Wall::Kind::CylinderOutside;
                     w.cone = {{-0.9 * edge, edge / 2, -0.9 * edge}, {edge / 2, edge / 2, -9.9e-3}, 11e-3, 0};
                 }},
        WallCase{"CapsuleX",
                 [](Wall& w) {
                     capsule(w, {1, 0, 0});
                 }},
        WallCase{"CapsuleY",
                 [](Wall& w) {
                     capsule(w, {0, -1, 0});
                 }},
        WallCase{"CapsuleZ",
                 [](Wall& w) {
                     w.kind = Wall::Kind::Capsule;
                     w.capsule = {{edge / 2, -12e-3, 0.7 * edge}, {edge / 2, -12e-3, 0.3 * edge}, 12.1e-3};
                 }},
        WallCase{"CapsuleWithoutLength",
                 [](Wall& w) {
                     capsule(w, {0, 0, 0});
                 }}),
    [](const auto& of) { return std::string(of.param.name); });

void shortTube(Wall& w) { tube(w, {0, 0, 1}, 11.4e-3); }
void lowPlate(Wall& w) { plate(w, {edge, 0, 0}, {0, edge, 0}); }

/// @param bend when its speed changes [s]
Motion keyframes(double bend) {
    Motion m;
    m.kind = Motion::Kind::Keyframes;
    m.point = {edge, 0, 0};
    m.keyframes.times = {0, bend, 0.003};
    m.keyframes.positions = {{0, 0, 0}, {0, 0, 0.3 * bend}, {0.2e-3, 0, 0.9e-3 - 0.2 * (0.003 - bend)}};
    m.keyframes.rotations = {{0, 0, 0}, {0, 20 * bend, 0}, {0, 0.06, 0}};
    return m;
}

Motion shaking() {
    Motion m;
    m.kind = Motion::Kind::Vibrate;
    m.amplitude = 0.2e-3;
    m.frequency = 300;
    return m;
}

// Without friction it does not matter where a wall's speed is taken, so places, turns and normal speeds must
// agree to round-off.
//
// LAMMPS takes the speed of a wall from its last two places, Talus that of the moment. So
// - a wall that starts or stops does so one step dt later: the dashpot of who touches it then is wrong by the
// wall's
//   speed over the grain's for one step of some 14 that the contact lasts, and so is its impulse (Stops,
//   Bends);
// - the middle of a step is half a step ago: of a vibration of w = 2 pi 300 1/s that is w dt / 2 = 0.5%
// (Shakes), of
//   a shift that is itself turned w dt / 2 of its speed, at 15 rad/s 4e-5 (ShiftThenTurn, TwoTurns,
//   TurnOfSlanted).
// With friction LAMMPS takes the speed of the wall's surface and Talus that at the bottom of the grain, an
// overlap d farther: a spin w makes that w d. Here d is up to 1.5 m/s sqrt(m/k) = 4e-5 m, so that 50 rad/s
// make 2e-3 m/s of 1.5 m/s, which a collision enlarges by about ten (Spin).
INSTANTIATE_TEST_SUITE_P(
    Motions, AgainstLammpsWalls,
    ::testing::
        Values(
            WallCase{"Shift", lowPlate, {shift({0.1, -0.2, 0.8}, 0, 1)}},
            WallCase{"Stops", lowPlate, {shift({0.1, -0.2, 0.8}, 0, 0.0013)}, 0.5, 0.05},
            WallCase{"Turn", shortTube, {turn({0, 2, 1}, {edge, 0, edge}, 8, 0)}, 0},
            WallCase{"Spin", shortTube, {turn({0, 0, 1}, middle, 50, 0)}, 0.5, 0.05},
            WallCase{"ShiftThenTurn",
                     lowPlate,
                     {shift({0, 0, 0.5}, 0, 1), turn({0, 1, 0}, {0, 0, 0}, -15, 0)},
                     0,
                     1e-4},
            WallCase{
                "TurnThenShift", lowPlate, {turn({0, 1, 0}, {0, 0, 0}, -15, 0), shift({0, 0, 0.5}, 0, 1)}, 0},
            WallCase{"TwoTurns",
                     lowPlate,
                     {turn({0, 1, 0}, {0, 0, 0}, -15, 0), turn({0, -1, 0}, {edge, 0, 0}, 5, 0)},
                     0,
                     1e-4},
            WallCase{
                "TurnOfSlanted",
                [](Wall& w) {
                    plate(w, {edge, 0, 0.1 * edge}, {0, edge, 0});
                },
                {turn({0, 1, 0}, {0, 0, 0}, -15, 0)},
                0,
                1e-4},
            WallCase{"Keyframes", lowPlate, {keyframes(0.0029)}, 0},
            WallCase{"Bends", lowPlate, {keyframes(0.0011)}, 0, 0.05},
            WallCase{"Shakes", lowPlate, {shaking()}, 0, 0.01}),
    [](const auto& of) { return std::string(of.param.name); });

void dmt(grains::Contact& contact) {
    contact.cohesion = grains::Cohesion::Dmt;
    contact.surface_energy = 2;  // 25 mN, of some 400 mN that an impact makes
}
void elasticDmt(grains::Contact& contact) {
    dmt(contact);
    contact.law = "hertz-mindlin";
    contact.young = 2e7;
}
void constantPull(grains::Contact& contact) {
    contact.cohesion = grains::Cohesion::Constant;
    contact.pull = 0.03;
}
void ballBeneath(Wall& w) {
    w.kind = Wall::Kind::SphereOutside;
    w.sphere = {{edge / 2, edge / 2, -12e-3}, 12.1e-3};
}
void shellAround(Wall& w) {
    w.kind = Wall::Kind::SphereInside;
    w.sphere = {middle, 15.1e-3};
}
void slope(Wall& w) {
    w.kind = Wall::Kind::Plane;
    const Vec3d normal = normalized(Vec3d{0.05, 0.02, 1});
    w.plane = {middle - normal * reach(normal), normal};
}
void ground(Wall& w) {
    w.kind = Wall::Kind::Plane;
    w.plane = {{0, 0, 0.1e-3}, {0, 0, 1}};
}

// A pull in contact is a fix of its own at LAMMPS' walls, and changes no other number there: friction is that
// of the push, as in Talus. So they agree as closely as walls without it. Where LAMMPS' effective radius is
// not the grain's, each radius has a pull of its own: three radii, as everywhere where there must be few.
INSTANTIATE_TEST_SUITE_P(
    Pulls, AgainstLammpsWalls,
    ::testing::Values(
        WallCase{"DmtPlane", ground, {}, 0.5, 1e-9, test::Radii::Any, dmt},
        WallCase{"DmtSlope", slope, {}, 0.5, 1e-9, test::Radii::Any, dmt},
        WallCase{"DmtBall", ballBeneath, {}, 0.5, 1e-9, test::Radii::Three, dmt},
        WallCase{"DmtShell", shellAround, {}, 0.5, 1e-9, test::Radii::Three, dmt},
        WallCase{"DmtTube", shortTube, {}, 0.5, 1e-9, test::Radii::Three, dmt},
        WallCase{"DmtElasticPlane", ground, {}, 0.5, 1e-9, test::Radii::Any, elasticDmt},
        WallCase{"DmtElasticBall", ballBeneath, {}, 0.5, 1e-9, test::Radii::Three, elasticDmt},
        WallCase{"DmtShift", lowPlate, {shift({0.1, -0.2, 0.8}, 0, 1)}, 0.5, 1e-9, test::Radii::Any, dmt},
        WallCase{"ConstantPlane", ground, {}, 0.5, 1e-9, test::Radii::Three, constantPull},
        WallCase{"ConstantBall", ballBeneath, {}, 0.5, 1e-9, test::Radii::Three, constantPull}),
    [](const auto& of) { return std::string(of.param.name); });

}  // namespace
}  // namespace talus
