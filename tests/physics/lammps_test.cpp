// Talus against LAMMPS (Debian's 29 Sep 2021), an independent program that many people have tested: the same
// state and law must give the same forces and the same paths. docs/theory/lammps.md derives the mapping.
#include "tests/support/lammps.h"

#include "talus/core/rng.h"
#include "tests/grains/grain_world.h"

namespace talus {
namespace {

using test::GrainState;
using test::statesOf;
using testing_support::advance;
using testing_support::start;

enum class Radii { Equal, Three, Any };

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

/// n^3 grains on a lattice, moved off it at random, with random velocities and spins.
void addCloud(scene::Scene& scene, const Case& c, int n, double spacing, double jitter, double speed) {
    const Random random{scene.seed, 7};
    std::uint64_t draw = 0;
    const auto symmetric = [&] { return 2 * random.uniform(draw++) - 1; };
    const auto vector = [&](double size) {
        return Vec3d{size * symmetric(), size * symmetric(), size * symmetric()};
    };
    for (int k = 0; k < n * n * n; ++k) {
        const double size = c.radii == Radii::Equal ? 0 : c.radii == Radii::Three ? k % 3 - 1.0 : symmetric();
        const int x = k % n, y = k / n % n, z = k / (n * n);
        grains::Grain grain;
        grain.material = "sand";
        grain.radius = 1e-3 * (1 + 0.15 * size);
        grain.position = Vec3d{x + 0.5, y + 0.5, z + 0.5} * spacing + vector(jitter);
        grain.velocity = vector(speed);
        grain.spin = grains::in(scene).params.spin ? vector(speed / 1e-3) : Vec3d{};
        grains::in(scene).placed.push_back(grain);
    }
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

double largest(const std::vector<GrainState>& states, Vec3d GrainState::*member) {
    double found = 0;
    for (const GrainState& s : states) found = std::max(found, length(s.*member));
    return found;
}

/// Largest difference of a vector over all grains, in terms of the largest such vector.
double difference(const std::vector<GrainState>& a, const std::vector<GrainState>& b,
                  Vec3d GrainState::*member) {
    double found = 0;
    for (std::size_t i = 0; i < a.size(); ++i) found = std::max(found, length(a[i].*member - b[i].*member));
    return found / largest(b, member);
}

/// `--gtest_output=xml` shows how close they are.
void expectClose(const std::vector<GrainState>& a, const std::vector<GrainState>& b,
                 Vec3d GrainState::*member, double tolerance) {
    const double found = difference(a, b, member);
    ::testing::Test::RecordProperty(member == &GrainState::position   ? "position"
                                    : member == &GrainState::velocity ? "velocity"
                                    : member == &GrainState::spin     ? "spin"
                                                                      : "force",
                                    fmt::format("{:.2g}", found));
    EXPECT_LT(found, tolerance);
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
    addCloud(scene, GetParam(), 7, 1.96e-3, 0.1e-3, 0.5);
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
        addCloud(scene, GetParam(), 10, 2.4e-3, 0.02e-3, 1.5);
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
    addCloud(scene, GetParam(), 6, 2.4e-3, 0.02e-3, 1.5);
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
    addCloud(scene, c, 6, 2.4e-3, 0.02e-3, 1.5);
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
