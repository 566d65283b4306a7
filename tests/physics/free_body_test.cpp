// Grains that strike free bodies: the contact has the effective mass of both.
#include <numbers>

#include <fmt/format.h>

#include "talus/grains/law/law_row.h"
#include "talus/solids/mobility.h"
#include "tests/physics/free_bodies.h"
#include "tests/support/granular.h"

namespace talus {
namespace {

using namespace testing_support;
using grains::Contact;
using grains::Law;
namespace fields = grains::fields;

std::string ballOf(double mass_ratio) {
    return fmt::format(
        "[[body]]\nname = \"ball\"\nmaterial = \"sand\"\nradius = 0.003\nposition = [0, 0, 0]\nmass = {}\n",
        mass_ratio * mass);
}

/// How fast a grain that strikes a free ball head on parts from it, over how fast it came.
double measuredRestitution(const Contact& contact, double mass_ratio, double dt) {
    scene::Scene scene = sceneWith(ballOf(mass_ratio), contact, dt);
    grains::in(scene).placed = {grainAt({0, 0, 0.003 + 1.001 * radius}, {0, 0, -0.5})};
    scene::Simulation simulation = start(scene);
    advance(simulation, static_cast<std::uint64_t>(1e-3 / dt));
    EXPECT_EQ(measured(simulation).wall_contacts, 0u);
    return (of(simulation, fields::velocity, 0).z - bodyAt(simulation, 0).velocity.z) / 0.5;
}

// The restitution asked for, whatever the masses: the tolerance is that of two grains at such a step
// (Bounce).
TEST(FreeBody, RestitutionIsThatAskedForAtAnyMass) {
    for (const double ratio : {0.1, 1.0, 10.0, 100.0})
        for (const double e : {0.2, 0.5, 0.9})
            for (const bool adhesionless : {false, true}) {
                Contact contact = linear(e);
                contact.adhesionless = adhesionless;
                EXPECT_NEAR(measuredRestitution(contact, ratio, 1e-7), e, 2e-3) << ratio << ' ' << e;
                contact.law = "hertz-mindlin";
                contact.young = 2e7;
                EXPECT_NEAR(measuredRestitution(contact, ratio, 1e-7), e, 2e-3) << ratio << ' ' << e;
            }
}

// Beside the centre of a plate of mass M and inertia I about an axis in it the impulse is
// J = (1 + e) v / (1/m + 1/M + x^2/I): the grain has J/m - v, the plate J/M and the spin x J/I. Stiff, so
// that the plate turns by some 1e-3 rad while they touch: 3e-3 of each.
TEST(FreeBody, AnOffCentreHitOnAPlate) {
    const double e = 0.6, v = 0.2, x = 0.006, y = -0.004;
    Contact contact = linear(e);
    contact.stiffness = 1e6;
    scene::Scene scene = sceneWith(R"(
[[body]]
name = "plate"
material = "sand"
shape = "box"
size = [0.02, 0.016, 0.001]
position = [0, 0, 0]
)",
                                   contact, 2e-9);
    grains::in(scene).placed = {grainAt({x, y, 0.0005 + 1.00001 * radius}, {0, 0, -v})};
    scene::Simulation simulation = start(scene);
    advance(simulation, 20000);
    ASSERT_EQ(measured(simulation).wall_contacts, 0u);
    const double plate = 2500 * 0.02 * 0.016 * 0.001;
    const double i_x = plate * (0.016 * 0.016 + 1e-6) / 12, i_y = plate * (0.02 * 0.02 + 1e-6) / 12;
    const double impulse = (1 + e) * v / (1 / mass + 1 / plate + y * y / i_x + x * x / i_y);
    const double grain = of(simulation, fields::velocity, 0).z;
    const solids::BodyState found = bodyAt(simulation, 0);
    EXPECT_NEAR(grain, impulse / mass - v, 3e-3 * v);
    EXPECT_NEAR(found.velocity.z, -impulse / plate, 3e-3 * impulse / plate);
    EXPECT_NEAR(found.spin.x, -y * impulse / i_x, 3e-3 * std::abs(y) * impulse / i_x);
    EXPECT_NEAR(found.spin.y, x * impulse / i_y, 3e-3 * x * impulse / i_y);
}

// Oblique hits of spinning grains on a light plate, near its corner, with friction, rolling and twisting, at
// the automatic step: the energy at the end is not above that at the start, for every law. 1e-4 as for two
// grains (Laws).
TEST(FreeBody, EnergyNeverRises) {
    for (const Law law : {"lee-herrmann", "linear", "hertz-mindlin", "bell", "bell-linear"})
        for (const double restitution : {0.3, 1.0})
            for (int degrees = -75; degrees <= 75; degrees += 30) {
                Contact contact = linear(restitution, 0.4);
                contact.law = law;
                contact.normal_damping = restitution < 1 ? 0.05 : 0;
                if (law == "lee-herrmann" || law == "bell") contact.stiffness = 2e5;
                contact.rolling = grains::Rolling::Spring;
                contact.rolling_friction = 0.3;
                contact.twisting_friction = 0.2;
                contact.rolling_stiffness = 300;
                scene::Scene scene = sceneWith(R"(
[[body]]
name = "plate"
material = "sand"
shape = "box"
size = [0.02, 0.016, 0.002]
position = [0, 0, 0]
density = 250
spin = [20, -30, 100]
)",
                                               contact, 1e-6);
                const double t = degrees * std::numbers::pi / 180;
                grains::in(scene).placed = {grainAt({0.009, -0.007, 0.0012 + radius},
                                                    {0.5 * std::sin(t), 0.1, -0.5 * std::cos(t)},
                                                    {20, -40, 30})};
                const double shortest = expected(scene).contact_time;
                scene.time.dt = shortest / 40;
                scene.time.frame_interval = shortest * 25;
                scene::Simulation simulation = start(scene);
                const Momenta before = momentaOf(simulation);
                advance(simulation, 1000);
                ASSERT_EQ(measured(simulation).wall_contacts, 0u);
                const Momenta after = momentaOf(simulation);
                EXPECT_LT(after.energy, before.energy * (1 + 1e-4)) << law->name << " at " << degrees;
                EXPECT_LT(length(after.angular - before.angular), 1e-12 * length(before.angular));
            }
}

// The automatic step and the check know the mass: pi sqrt(m_e / k) for a ball; at a corner of a cube 1/m_e
// has 4/M, by (r x n) . I^-1 (r x n) with I = M a^2 / 6.
TEST(FreeBody, ContactTimeUsesTheEffectiveMass) {
    const auto contactTime = [](const std::string& body) {
        scene::Scene scene = sceneWith(body, linear(0.5), 1e-6);
        grains::in(scene).placed = {grainAt({0, 0, 0.1})};
        return expected(scene).contact_time;
    };
    const auto of = [](double m_e) { return std::numbers::pi * std::sqrt(m_e / 5000); };
    const double light = 0.01;
    EXPECT_DOUBLE_EQ(contactTime(ballOf(light)), of(mass * light / (1 + light)));
    EXPECT_DOUBLE_EQ(contactTime(ballOf(100)), of(mass / 2)) << "two grains have less";
    EXPECT_NEAR(contactTime(fmt::format("[[body]]\nname = \"cube\"\nmaterial = \"sand\"\nshape = \"box\"\n"
                                        "size = [0.01, 0.01, 0.01]\nposition = [0, 0, 0]\nmass = {}\n",
                                        light * mass)),
                of(mass / (1 + 4 / light)), 1e-12);
    EXPECT_DOUBLE_EQ(contactTime("[[body]]\nname = \"ball\"\nmaterial = \"sand\"\nradius = 0.0001\n"
                                 "position = [0, 0, 0]\nmotion = \"prescribed\"\n"),
                     of(mass / 2));
}

}  // namespace
}  // namespace talus
