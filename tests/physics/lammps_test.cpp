// Talus against LAMMPS (Debian's 29 Sep 2021), an independent program that many people have tested: the same
// state and law must give the same forces and the same paths. docs/theory/lammps.md derives the mapping.
#include "tests/support/lammps.h"

#include "tests/grains/grain_world.h"
#include "tests/support/lammps_cloud.h"

namespace talus {
namespace {

using test::expectClose;
using test::GrainState;
using test::Radii;
using test::statesOf;
using testing_support::advance;
using testing_support::start;

struct Case {
    const char* name;
    grains::Law law;
    Radii radii;
    bool adhesionless;
    double shear_stiffness;
    void (*change)(grains::Contact&) = nullptr;  ///< what else is not as contactOf() has it
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

grains::Contact contactOf(const Case& c) {
    grains::Contact contact;
    contact.law = c.law;
    const bool linear = c.law == "linear" || c.law == "hooke";
    contact.stiffness = linear || c.law == "bell-linear" ? 2e4 : 5e5;
    contact.shear_stiffness = c.shear_stiffness;
    contact.normal_damping = 2000;
    contact.shear_damping = 1500;
    contact.restitution = 0.6;
    contact.adhesionless = c.adhesionless;
    contact.young = 2e7;
    contact.poisson = 0.3;
    if (c.change != nullptr) c.change(contact);
    return contact;
}

scene::Scene sceneOf(const grains::Contact& contact, double dt) {
    scene::Scene scene = testing_support::sandScene(contact, dt);
    scene.name = "against LAMMPS";
    scene.environment.gravity = {0.3, -0.2, -9.81};
    return scene;
}

/// A box, a slanted plane, an obstacle of each shape: around and in a cloud of this edge.
void addWalls(scene::Scene& scene, double edge, double margin) {
    environment::Wall wall;
    wall.material = "sand";
    wall.name = "box";
    wall.kind = environment::Wall::Kind::BoxInside;
    wall.box = {{-margin, -margin, -margin}, {edge + margin, edge + margin, edge + margin}};
    scene.environment.walls.push_back(wall);
    wall.name = "slope";
    wall.kind = environment::Wall::Kind::Plane;
    wall.plane = {{-margin, 0, -margin}, {1, 0.5, 1.5}};
    scene.environment.walls.push_back(wall);
    wall.name = "ball";
    wall.kind = environment::Wall::Kind::SphereOutside;
    wall.sphere = {{edge / 2, edge / 2, -margin - 4e-3}, 4.1e-3};
    scene.environment.walls.push_back(wall);
    wall.name = "shell";
    wall.kind = environment::Wall::Kind::SphereInside;
    wall.sphere = {{edge / 2, edge / 2, edge / 2}, 0.9 * edge};
    scene.environment.walls.push_back(wall);
    wall.name = "block";
    wall.kind = environment::Wall::Kind::BoxOutside;
    // Not flush with the lid: of walls that share an edge Talus counts a contact there once, LAMMPS each.
    wall.box = {{edge - 1e-3, edge - 1e-3, edge - 1e-6}, {edge + 1, edge + 1, edge + 1}};
    scene.environment.walls.push_back(wall);
}

std::size_t touching(const scene::Simulation& simulation) {
    return measured(simulation).contacts + measured(simulation).wall_contacts;
}

class AgainstLammps : public ::testing::TestWithParam<Case> {
  protected:
    void SetUp() override {
        if (!test::lammpsInstalled()) GTEST_SKIP() << test::no_lammps;
    }
};

// One evaluation of all forces: only round-off may differ. An overlap d is a difference of lengths near a, so
// its round-off is a/d (here about 50) times that of a double, 1e-14; the largest force is a sum of several
// such.
TEST_P(AgainstLammps, ForcesOfTheFirstStepAreTheSame) {
    grains::Contact contact = contactOf(GetParam());
    // LAMMPS leaves out the shear force of a contact that slides before its spring was ever moved, so none
    // may slide here.
    contact.friction = 1000;
    scene::Scene scene = sceneOf(contact, 1e-6);
    test::addCloud(scene, GetParam().radii, 7, 1.96e-3, 0.1e-3, 0.5);
    addWalls(scene, 7 * 1.96e-3, -0.1e-3);
    const scene::Simulation simulation = start(scene);
    ASSERT_GT(touching(simulation), 600u);
    const auto ours = statesOf(simulation), theirs = test::runLammps(simulation, 0).at(0);
    expectClose(ours, theirs, &GrainState::position, 1e-15);
    expectClose(ours, theirs, &GrainState::force, 1e-13);
}

// A cloud that flies apart against its walls: every grain collides, some slide, some roll back. Both programs
// integrate the same equations, so the paths part by round-off alone (1e-15 a step), and a collision enlarges
// that by about ten; there are a few each.
TEST_P(AgainstLammps, PathsOfAThousandGrainsAreTheSame) {
    for (const bool spin : {false, true}) {
        scene::Scene scene = sceneOf(contactOf(GetParam()), 5e-6);
        grains::in(scene).params.spin = spin;
        scene.time.frame_interval = 200 * 5e-6;
        test::addCloud(scene, GetParam().radii, 10, 2.4e-3, 0.02e-3, 1.5);
        addWalls(scene, 10 * 2.4e-3, 0);
        scene::Simulation simulation = start(scene);
        ASSERT_EQ(touching(simulation), 0u);  // see above: no shear force in LAMMPS' first evaluation
        const auto theirs = test::runLammps(simulation, 1).at(1);
        advance(simulation, 200);
        ASSERT_GT(touching(simulation), 50u);
        const auto ours = statesOf(simulation);
        expectClose(ours, theirs, &GrainState::position, 1e-9);
        expectClose(ours, theirs, &GrainState::velocity, 1e-9);
        if (spin) expectClose(ours, theirs, &GrainState::spin, 1e-9);
    }
}

// Grains that leave on one side and come in on the other, and push across it.
TEST_P(AgainstLammps, PathsAcrossPeriodicSidesAreTheSame) {
    scene::Scene scene = sceneOf(contactOf(GetParam()), 5e-6);
    scene.time.frame_interval = 400 * 5e-6;
    const double edge = 6 * 2.4e-3;
    scene.environment.periodic = {"x", "y"};
    scene.environment.domain_min = {0, 0, 0};
    scene.environment.domain_max = {edge, edge, 1};
    test::addCloud(scene, GetParam().radii, 6, 2.4e-3, 0.02e-3, 1.5);
    scene.environment.walls = {testing_support::floorAt(0)};
    scene::Simulation simulation = start(scene);
    ASSERT_EQ(touching(simulation), 0u);
    auto theirs = test::runLammps(simulation, 1).at(1);
    advance(simulation, 400);
    auto ours = statesOf(simulation);
    // Each program brings grains back into the domain when it searches.
    const auto wrap = [&](double& x) { x -= edge * std::floor(x / edge); };
    std::size_t crossed = 0;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        crossed += std::abs(ours[i].position.x - grains::in(scene).placed[i].position.x) > 0.5 * edge;
        for (GrainState* s : {&ours[i], &theirs[i]}) {
            wrap(s->position.x);
            wrap(s->position.y);
        }
    }
    EXPECT_GT(crossed, 0u);
    expectClose(ours, theirs, &GrainState::position, 1e-9);
    expectClose(ours, theirs, &GrainState::velocity, 1e-9);
    expectClose(ours, theirs, &GrainState::spin, 1e-9);
}

// Grains glued to a plate. LAMMPS' `fix freeze` makes them weigh infinitely much in a contact, Talus a
// thousand million times as much as they do (hold_fixed.h), so the dashpots part by 1e-9, and a collision
// enlarges that by about ten, as above.
TEST(AgainstLammpsAlone, GrainsBounceOffFixedOnesInTheSameWay) {
    if (!test::lammpsInstalled()) GTEST_SKIP() << test::no_lammps;
    const Case c{"Fixed", "lee-herrmann", Radii::Three, true, 2e4};
    scene::Scene scene = sceneOf(contactOf(c), 5e-6);
    scene.time.frame_interval = 400 * 5e-6;
    scene.environment.materials.push_back({.name = "glue", .density = 2000, .colour = {}, .fixed = true});
    grains::in(scene).contacts.push_back(grains::in(scene).contacts.front());
    grains::in(scene).contacts.back().second = "glue";
    test::addCloud(scene, c.radii, 6, 2.4e-3, 0.02e-3, 1.5);
    for (int k = 0; k < 64; ++k) {
        grains::Grain grain;  // they overlap each other, which counts for nothing
        grain.material = "glue";
        grain.radius = 1.2e-3;
        const int row = k / 8;
        grain.position = {(k % 8) * 2e-3, row * 2e-3, -1.3e-3};
        grains::in(scene).placed.push_back(grain);
    }
    scene.environment.walls = {testing_support::floorAt(-2e-3)};
    scene::Simulation simulation = start(scene);
    const auto theirs = test::runLammps(simulation, 1).at(1);
    advance(simulation, 400);
    const auto ours = statesOf(simulation);
    std::size_t turned_back = 0;
    for (std::size_t i = 0; i < 216; ++i)
        turned_back += grains::in(scene).placed[i].velocity.z < -0.5 && ours[i].velocity.z > 0.1;
    EXPECT_GT(turned_back, 5u);
    for (std::size_t i = 216; i < ours.size(); ++i) {
        EXPECT_EQ(theirs[i].position, grains::in(scene).placed[i].position);
        EXPECT_EQ(theirs[i].velocity, Vec3d{});
        EXPECT_EQ(theirs[i].spin, Vec3d{});
    }
    expectClose(ours, theirs, &GrainState::position, 1e-7);
    expectClose(ours, theirs, &GrainState::velocity, 1e-7);
    expectClose(ours, theirs, &GrainState::spin, 1e-7);
}

void constantDamping(grains::Contact& contact) {
    contact.normal_damping = 0.2;  // the critical one of two grains is 0.65 N s/m
    contact.shear_damping = 0.15;
}
void contactTime(grains::Contact& contact) {
    contact.contact_time = 2e-4;
    contact.shear_damping = 0;
}
void dampedOverlap(grains::Contact& contact) {
    contact.normal_damping = 20;  // times the root of the overlap: 0.1 N s/m at 0.02 mm
    contact.shear_damping = 0;
}
void noShearDashpot(grains::Contact& contact) { contact.shear_dashpot = false; }
void softShear(grains::Contact& contact) { contact.mindlin_factor = 0.4; }

/// Grains of three radii, each by itself, that fall onto a floor, roll over it, spin on it and come to rest.
scene::Scene rollingScene(double damping, double twisting) {
    const Case c{"Rolling", "linear", Radii::Three, true, 1e4};
    grains::Contact contact = contactOf(c);
    contact.rolling = grains::Rolling::Spring;
    contact.rolling_stiffness = 1e4;
    contact.rolling_friction = 0.2;
    contact.rolling_damping = damping;
    contact.twisting_friction = twisting;
    scene::Scene scene = sceneOf(contact, 5e-6);
    scene.environment.gravity = {0, 0, -500};
    scene.time.frame_interval = 3000 * 5e-6;
    for (int k = 0; k < 9; ++k) {
        grains::Grain grain;
        grain.material = "sand";
        grain.radius = 1e-3 * (1 + 0.15 * (k % 3 - 1));
        grain.position = {0.02 * k, 0, grain.radius + 1.03e-5};  // not a whole number of steps to fall
        grain.velocity = {0.02 * k, 0.1, 0};
        grain.spin = {10.0 * k, -20, 30};
        grains::in(scene).placed.push_back(grain);
    }
    scene.environment.walls = {testing_support::floorAt(0)};
    return scene;
}

// On a floor the plane of the contact never turns, and the formulas are the same.
TEST(AgainstLammpsAlone, GrainsRollToRestInTheSameWay) {
    if (!test::lammpsInstalled()) GTEST_SKIP() << test::no_lammps;
    for (const auto& [damping, twisting] : {std::pair{0.0, 0.0}, {0.3, 0.0}, {0.3, 0.1}}) {
        const scene::Scene scene = rollingScene(damping, twisting);
        scene::Simulation simulation = start(scene);
        ASSERT_EQ(touching(simulation), 0u);
        const auto theirs = test::runLammps(simulation, 1).at(1);
        advance(simulation, 3000);
        const auto ours = statesOf(simulation);
        // Twisting stops a spin about the normal; without it, it stays.
        EXPECT_NEAR(ours[0].spin.z, twisting > 0 ? 0 : 30, twisting > 0 ? 1 : 1e-6);
        EXPECT_LT(std::abs(ours[8].velocity.y), 0.05);
        for (std::size_t i = 0; i < ours.size(); ++i) {
            // In terms of what they began with; in the end most are at rest. LAMMPS' twisting moment at its
            // limit acts against the spin, that of Talus against spring and spin, which part while the grain
            // swings to rest.
            const double tolerance = twisting > 0 ? 1e-3 : 1e-9;
            EXPECT_LT(length(ours[i].position - theirs[i].position) / 1e-3, tolerance) << i;
            EXPECT_LT(length(ours[i].velocity - theirs[i].velocity) / 0.1, tolerance) << i;
            EXPECT_LT(length(ours[i].spin - theirs[i].spin) / 30, tolerance) << i;
        }
    }
}

// Where the plane turns by an angle b in a step, LAMMPS takes the spring into the new plane at its length,
// Talus its part there: 1 - cos b apart. And with a dashpot the twisting spring of Talus, which slips, holds
// what balances it, of which sin b comes into the plane. Two grains that hit each other once, 0.7 m/s and 300
// rad/s: b is up to 0.7 m/s / 2 mm dt = 2e-3, so the spins part by less than that share.
TEST(AgainstLammpsAlone, RollingOverEachOtherDiffersByTheRotationOfOneStep) {
    if (!test::lammpsInstalled()) GTEST_SKIP() << test::no_lammps;
    for (const double damping : {0.0, 0.3}) {
        scene::Scene scene = rollingScene(damping, 0);
        scene.environment.walls.clear();
        scene.environment.gravity = {};
        scene.time.frame_interval = 600 * 5e-6;
        grains::in(scene).placed.clear();
        for (int k = 0; k < 10; ++k) {
            grains::Grain grain;
            grain.material = "sand";
            grain.radius = 1e-3;
            const bool upper = k % 2 == 1;
            grain.position = {0.02 * (k / 2), upper ? 0.3e-3 * (k / 2) : 0.0, upper ? 2.1e-3 : 0.0};
            grain.velocity = {0, 0.2, upper ? -0.5 : 0.2};
            grain.spin = {upper ? 300.0 : -100.0, 50, 20.0 * k};
            grains::in(scene).placed.push_back(grain);
        }
        scene::Simulation simulation = start(scene);
        const auto theirs = test::runLammps(simulation, 1).at(1);
        advance(simulation, 600);
        const auto ours = statesOf(simulation);
        EXPECT_GT(ours[1].velocity.z, 0);
        expectClose(ours, theirs, &GrainState::position, 1e-6);
        expectClose(ours, theirs, &GrainState::velocity, 2e-3);
        expectClose(ours, theirs, &GrainState::spin, 2e-3);
    }
}

// Attraction is a table in LAMMPS, of 50000 points between which it is straight; where it begins and ends no
// table is exact to better than such a part, and a pull that acts a step more or less changes what follows.
// Grains fly through each other's range and touch; no walls, at which LAMMPS has no cohesion.
TEST(AgainstLammpsAlone, GrainsAttractEachOtherInTheSameWay) {
    if (!test::lammpsInstalled()) GTEST_SKIP() << test::no_lammps;
    const auto constant = [](grains::Contact& c) {
        c.cohesion = grains::Cohesion::Constant;
        c.pull = 2e-3;
        c.range = 5e-5;
    };
    const auto dmt = [](grains::Contact& c) {
        c.law = "hertz-mindlin";
        c.cohesion = grains::Cohesion::Dmt;
        c.surface_energy = 0.2;
    };
    for (const auto& change :
         {std::function<void(grains::Contact&)>(constant), std::function<void(grains::Contact&)>(dmt)}) {
        const Case c{"Pull", "linear", Radii::Three, true, 1e4};
        grains::Contact contact = contactOf(c);
        change(contact);
        scene::Scene scene = sceneOf(contact, 5e-6);
        scene.time.frame_interval = 300 * 5e-6;
        test::addCloud(scene, c.radii, 6, 2.42e-3, 0.01e-3, 1);
        scene::Simulation simulation = start(scene), without = [&] {
            scene::Scene other = scene;
            grains::in(other).contacts.front().cohesion = grains::Cohesion::None;
            return start(other);
        }();
        const auto theirs = test::runLammps(simulation, 1).at(1);
        advance(simulation, 300);
        advance(without, 300);
        const auto ours = statesOf(simulation);
        EXPECT_GT(test::difference(ours, statesOf(without), &GrainState::position), 1e-4);
        expectClose(ours, theirs, &GrainState::position, 1e-6);
        expectClose(ours, theirs, &GrainState::velocity, 1e-6);
        expectClose(ours, theirs, &GrainState::spin, 1e-6);
    }
}

// Pairs that touch, so that both programs have a bridge, and are thrown apart: slow ones come back, from 0.06
// m/s on the bridge breaks. Those that stay are held 2e-8 m deep, as far as the points of LAMMPS' table are
// apart, and there the pull bends: by 15 N/m, so that it is wrong by up to 1e-3 there, and the slow speeds of
// who swings there by less than 1e-4 of the fastest.
TEST(AgainstLammpsAlone, BridgesHoldAndBreakInTheSameWay) {
    if (!test::lammpsInstalled()) GTEST_SKIP() << test::no_lammps;
    grains::Contact contact = contactOf({"Bridge", "linear", Radii::Three, true, 1e4});
    contact.cohesion = grains::Cohesion::Capillary;
    contact.bridge_volume = 1e-12;
    scene::Scene scene = sceneOf(contact, 5e-6);
    scene.environment.gravity = {};
    scene.time.frame_interval = 400 * 5e-6;
    for (int k = 0; k < 40; ++k) {
        grains::Grain grain;
        grain.material = "sand";
        grain.radius = 1e-3;
        const bool upper = k % 2 == 1;
        grain.position = {0.01 * (k / 2), 0, upper ? 2e-3 - 1e-8 : 0};
        grain.velocity = {0, 0, (upper ? 1 : -1) * 0.0025 * (k / 2)};
        grains::in(scene).placed.push_back(grain);
    }
    scene::Simulation simulation = start(scene);
    const auto theirs = test::runLammps(simulation, 1).at(1);
    advance(simulation, 400);
    const auto ours = statesOf(simulation);
    const auto apart = [&](std::size_t k) { return ours[k + 1].position.z - ours[k].position.z - 2e-3; };
    EXPECT_LT(apart(2), 5e-5);
    EXPECT_GT(apart(38), 1.1e-4);
    expectClose(ours, theirs, &GrainState::position, 1e-8);
    expectClose(ours, theirs, &GrainState::velocity, 1e-4);
}

INSTANTIATE_TEST_SUITE_P(
    Laws, AgainstLammps,
    ::testing::Values(Case{"LeeHerrmannEqual", "lee-herrmann", Radii::Equal, true, 2e4},
                      Case{"LeeHerrmannThreeRadii", "lee-herrmann", Radii::Three, true, 2e4},
                      Case{"LeeHerrmannPull", "lee-herrmann", Radii::Equal, false, 2e4},
                      Case{"LeeHerrmannNoSpring", "lee-herrmann", Radii::Equal, true, 0},
                      Case{"LinearEqual", "linear", Radii::Equal, true, 1e4},
                      Case{"LinearAnyRadii", "linear", Radii::Any, true, 1e4},
                      Case{"HertzMindlinEqual", "hertz-mindlin", Radii::Equal, true, 0},
                      Case{"HertzMindlinThreeRadii", "hertz-mindlin", Radii::Three, true, 0},
                      Case{"HertzMindlinPull", "hertz-mindlin", Radii::Three, false, 0},
                      Case{"LinearPull", "linear", Radii::Any, false, 1e4},
                      Case{"LinearNoShearDashpot", "linear", Radii::Any, true, 1e4, noShearDashpot},
                      Case{"HertzMindlinSoftShear", "hertz-mindlin", Radii::Three, true, 0, softShear},
                      Case{"HertzMindlinNoShearDashpot", "hertz-mindlin", Radii::Equal, true, 0,
                           noShearDashpot},
                      Case{"HookeAnyRadii", "hooke", Radii::Any, true, 1e4},
                      Case{"HookePullNoSpring", "hooke", Radii::Any, false, 0},
                      Case{"BellLinear", "bell-linear", Radii::Any, true, 1e4, constantDamping},
                      Case{"BellLinearNoSpring", "bell-linear", Radii::Any, true, 0, constantDamping},
                      Case{"BellLinearContactTime", "bell-linear", Radii::Three, true, 1e4, contactTime},
                      Case{"Bell", "bell", Radii::Three, true, 1e4, dampedOverlap},
                      Case{"BellContactTime", "bell", Radii::Three, false, 1e4, contactTime}),
    [](const auto& of) { return std::string(of.param.name); });

}  // namespace
}  // namespace talus
