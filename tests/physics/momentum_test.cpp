// What grains do to walls, free bodies and ground: forces and moments are those that the grains feel, the
// other way round.
#include "talus/grains/law/law_row.h"
#include "tests/physics/free_bodies.h"
#include "tests/support/granular.h"

namespace talus {
namespace {

using namespace testing_support;
using grains::Cohesion;
using grains::Contact;
using grains::Law;
using grains::Rolling;
namespace fields = grains::fields;

Contact contactOf(Law law, Rolling rolling, Cohesion cohesion) {
    Contact contact = linear(0.7, 0.4);
    contact.law = law;
    contact.normal_damping = 0.05;
    contact.shear_damping = 0.05;
    if (law == "lee-herrmann" || law == "bell") contact.stiffness = 2e5;
    if (law == "hertz-mindlin") contact.young = 2e7;
    if (law == "lennard-jones") {
        contact.epsilon = 2e-7;
        contact.sigma = 2e-4;
        contact.cutoff = 5e-4;
    }
    contact.rolling = rolling;
    contact.rolling_friction = 0.3;
    contact.twisting_friction = 0.2;
    contact.rolling_stiffness = 300;
    // So weak that a grain at 0.5 m/s comes off again.
    contact.cohesion = cohesion;
    contact.pull = 3e-4;
    contact.range = 1e-6;
    contact.surface_energy = 0.02;
    contact.bridge_volume = 1e-15;
    contact.wetting_angle = 0.2;
    return contact;
}

/// A level ground 1 m below the origin.
const char* const level_ground = R"(
[ground]
material = "sand"
corner = [-0.05, 0.45, -1]
size = [0.1, 0.1]
spacing = 0.01
)";

/// A spinning grain at each of a ball, a block, a floor and the ground, on its way there at a slant.
scene::Scene fourImpacts(const Contact& contact) {
    scene::Scene scene = sceneWith(R"(
[[body]]
name = "ball"
material = "sand"
radius = 0.003
position = [0, 0, 0]
[[body]]
name = "block"
material = "sand"
shape = "box"
size = [0.005, 0.008, 0.006]
position = [0.1, 0, 0]
rotation = [0.2, 0.1, 0.3]
spin = [3, -20, 10]
)",
                                   contact, 1e-6);
    scene.time.frame_interval = 6e-3;
    environment::Wall floor = wallOf(environment::Wall::Kind::Rectangle);
    floor.rectangle = {{-0.1, 0, -0.05}, {0.05, 0, 0}, {0, 0.05, 0}};
    scene.environment.walls.insert(scene.environment.walls.begin(), floor);
    // What can be pushed stands beside the walls, one each.
    scene.environment.mobility = solids::wallMobilities(scene);
    // Only balls meet rigid ground, and nothing gets there but a grain.
    const scene::Scene flat = sceneWith(level_ground, contact, 1e-6);
    ground::in(scene).ground = ground::in(std::as_const(flat)).ground;
    const double gap = contact.law == "lennard-jones" ? 6e-4 : 2e-5;
    const Vec3d velocity{0.3, 0.1, -0.4}, spin{20, -40, 60};
    grains::in(scene).placed = {grainAt({0, 0, 0.003 + radius + gap}, velocity, spin),
                                grainAt({0.1, 0.001, 0.0042 + radius + gap}, velocity, spin),
                                grainAt({-0.07, 0.02, -0.05 + radius + gap}, velocity, spin),
                                grainAt({0.01, 0.503, -1 + radius + gap}, velocity, spin)};
    return scene;
}

// For every law, resistance to turning and cohesion: what grains lose in linear and angular momentum, about
// any fixed point, is what bodies got and what the loads on wall and ground say. Some thousand additions of
// round-off: 1e-12 of the whole.
TEST(Momentum, TotalOfGrainsBodiesAndLoadsIsConserved) {
    for (const Law law : {"lee-herrmann", "linear", "hertz-mindlin", "bell", "bell-linear", "lennard-jones"})
        for (const Rolling rolling : {Rolling::None, Rolling::Constant, Rolling::Spring})
            for (const Cohesion cohesion :
                 {Cohesion::None, Cohesion::Constant, Cohesion::Dmt, Cohesion::Jkr, Cohesion::Capillary}) {
                if (cohesion == Cohesion::Jkr && law != "hertz-mindlin") continue;
                if (cohesion != Cohesion::None && law == "lennard-jones") continue;
                SCOPED_TRACE(testing::Message() << "law " << law->name << " rolling " << int(rolling)
                                                << " cohesion " << int(cohesion));
                scene::Simulation simulation = start(fourImpacts(contactOf(law, rolling, cohesion)));
                const Momenta before = momentaOf(simulation);
                advance(simulation, simulation.clock().steps_per_frame);
                ASSERT_EQ(measured(simulation).wall_contacts, 0u) << "it has not come off";
                Momenta after = momentaOf(simulation);
                const double time = simulation.scene().time.frame_interval;
                const grains::WallLoad floor = wallLoadsOf(simulation)[0], ground = groundLoadOf(simulation);
                const Vec3d middle{-0.075, 0.025, -0.05};  // of the floor, about which its torque is
                for (const grains::WallLoad& load : {floor, ground}) {
                    EXPECT_GT(load.force.z * time, -2 * mass);
                    EXPECT_LT(load.force.z * time, -0.4 * mass) << "not hit";
                    after.linear += load.force * time;
                    after.angular += load.torque * time;
                }
                after.angular += cross(middle, floor.force) * time;
                for (std::size_t b : {0u, 1u}) EXPECT_LT(bodyAt(simulation, b).velocity.z, -0.05);
                EXPECT_LT(length(after.linear - before.linear), 1e-12 * length(before.linear));
                EXPECT_LT(length(after.angular - before.angular), 1e-12 * length(before.angular));
            }
}

// In a drum that turns, a grain with rolling friction comes to rest at an angle t, tan t = mu_r, and its
// weight m g sin t (R - a) is the torque about the axis; the springs give way by some 1e-5 of R, so 1e-3.
TEST(WallMoment, GrainInATurningDrumGivesItsTorque) {
    const double mu_r = 0.15, drum_radius = 0.02, g = 9.81;
    Contact contact = linear(0.3, 0.8);
    contact.rolling = Rolling::Constant;
    contact.rolling_friction = mu_r;
    scene::Scene scene = sandScene(contact, 5e-6);
    scene.environment.gravity = {0, -g, 0};
    environment::Wall drum = wallOf(environment::Wall::Kind::CylinderInside);
    drum.cone = {{0, 0, -0.05}, {0, 0, 0.05}, drum_radius, 0};
    scene.environment.walls = {drum};
    environment::Motion turn;
    turn.wall = "wall";
    turn.kind = environment::Motion::Kind::Rotate;
    turn.rate = 1;
    scene.environment.motions = {turn};
    const double t = std::atan(mu_r), way = drum_radius - radius;
    grains::in(scene).placed = {
        grainAt({way * std::sin(t), -way * std::cos(t), 0}, {}, {0, 0, drum_radius / radius})};
    scene::Simulation simulation = start(scene);
    advance(simulation, 400 * simulation.clock().steps_per_frame);
    const Vec3d x = of(simulation, fields::position, 0);
    EXPECT_NEAR(x.x / -x.y, mu_r, 1e-3 * mu_r);
    const double expected = mass * g * std::sin(t) * way;
    EXPECT_NEAR(wallLoadsOf(simulation)[0].torque.z, -expected, 1e-3 * expected);
}

// A grain that twists on a disc turns it by mu_tw a m g, and by no more. At rest on its spring but for 1e-6.
TEST(WallMoment, TwistingGrainOnADiscGivesItsTorque) {
    const double mu_tw = 0.05, g = 9.81;
    Contact contact = linear(0.3, 0.5);
    contact.rolling = Rolling::Constant;
    contact.rolling_friction = 0;
    contact.twisting_friction = mu_tw;
    for (const bool on_ground : {false, true}) {
        scene::Scene scene = sceneWith(on_ground ? R"(
[ground]
material = "sand"
corner = [-0.05, -0.05, 0]
size = [0.1, 0.1]
spacing = 0.01
)"
                                                 : R"(
[[wall]]
name = "disc"
material = "sand"
shape = "disc"
radius = 0.01
)",
                                       contact, 5e-6);
        scene.environment.gravity = {0, 0, -g};
        grains::in(scene).placed = {grainAt({0.003, 0.002, radius - mass * g / 5000}, {}, {0, 0, 50})};
        scene::Simulation simulation = start(scene);
        advance(simulation, simulation.clock().steps_per_frame);
        const grains::WallLoad load = on_ground ? groundLoadOf(simulation) : wallLoadsOf(simulation)[0];
        EXPECT_NEAR(load.torque.z, mu_tw * radius * mass * g, 1e-6 * mu_tw * radius * mass * g);
        EXPECT_NEAR(load.torque.y, 0.003 * mass * g, 1e-6 * mass * g * radius);
    }
}

// A bed at rest, asleep, whose grains are held by rolling springs: the torque on the tray is that of the
// weights about its middle. What still rattled as they fell asleep: 1e-3 of the weight at half of its width.
TEST(WallMoment, SleepingBedKeepsItsTorque) {
    scene::Scene scene = settled();
    grains::Contact& contact = grains::in(scene).contacts[0];
    contact.rolling = Rolling::Spring;
    contact.rolling_friction = 0.4;
    contact.rolling_stiffness = 300;
    grains::in(scene).params.rest = true;
    grains::in(scene).params.rest_distance = 0.1;
    scene::Simulation simulation = start(scene);
    const auto asleep = [&] {
        return simulation.world().table(grains::blocks_table).read(fields::asleep)[0] == 1;
    };
    for (int frame = 0; frame < 200 && !asleep(); ++frame)
        advance(simulation, simulation.clock().steps_per_frame);
    advance(simulation, simulation.clock().steps_per_frame);
    ASSERT_TRUE(asleep());
    const state::Table& grains = simulation.world().table(grains::grains_table);
    const double g = 9.81, width = 0.02;
    Vec3d torque;
    for (std::size_t i = 0; i < grains.size(); ++i)
        torque += cross(grains.read(fields::position)[i] - Vec3d{0, 0, 0.025}, {0, 0, -mass * g});
    const double weight = measured(simulation).mass * g;
    EXPECT_NEAR(length(wallLoadsOf(simulation)[0].torque - torque), 0, 1e-3 * weight * 0.5 * width);
}

// A spinning grain that strikes an equal free ball head on gives it the twist that it loses,
// mu_tw a (1 + e) m/2 v: its spin falls by 5/4 mu_tw (1 + e) v / a. The restitution is met to 2e-3.
TEST(WallMoment, SpinningGrainOnAnEqualBallGivesItsTorque) {
    const double mu_tw = 0.02, e = 0.5, v = 0.5, w = 50;
    Contact contact = linear(e, 0.5);
    contact.rolling = Rolling::Constant;
    contact.rolling_friction = 0;
    contact.twisting_friction = mu_tw;
    scene::Scene scene =
        sceneWith("[[body]]\nname = \"ball\"\nmaterial = \"sand\"\nradius = 0.002\nposition = [0, 0, 0]\n",
                  contact, 2e-7);
    grains::in(scene).placed = {grainAt({0, 0, 2.001 * radius}, {0, 0, -v}, {0, 0, w})};
    scene::Simulation simulation = start(scene);
    advance(simulation, 5000);
    const double lost = 1.25 * mu_tw * (1 + e) * v / radius;
    EXPECT_NEAR(of(simulation, fields::spin, 0).z, w - lost, 2e-3 * lost);
    EXPECT_NEAR(bodyAt(simulation, 0).spin.z + of(simulation, fields::spin, 0).z, w, 1e-12 * w);
}

}  // namespace
}  // namespace talus
