// Cohesion of two grains, and Lennard-Jones's law, against closed forms.
#include <numbers>

#include "talus/grains/law/cohesion.h"
#include "tests/physics/one_law.h"

namespace talus {
namespace {

using namespace testing_support;
using grains::Cohesion;
using grains::Contact;
namespace fields = grains::fields;
using std::numbers::pi;

/// Largest pull that two grains in contact withstand: one is held by what moves it slowly away.
double pullOff(const Contact& contact, double speed) {
    scene::Scene scene = sandScene(contact, 2e-7);
    grains::in(scene).params.spin = false;
    grains::in(scene).placed = {grainAt({0, 0, -radius * 0.9999}, {0, 0, -speed}),
                                grainAt({0, 0, radius * 0.9999}, {0, 0, speed})};
    // So heavy that the pull does not slow them.
    scene.environment.materials[0].density = 1e12;
    scene::Simulation simulation = start(scene);
    double strongest = 0;
    for (int i = 0; i < 20000; ++i) {
        EXPECT_TRUE(simulation.advance().ok());
        strongest = std::max(strongest, -of(simulation, fields::force<double>, 1).z);
    }
    EXPECT_EQ(of(simulation, fields::force<double>, 1).z, 0) << "still held";
    return strongest;
}

// The closed forms of the pull-off force; R_e is half the radius.
TEST(Cohesion, PullsOffAtTheForceOfItsTheory) {
    const double r_e = radius / 2;
    Contact contact = lawContact("hertz-mindlin");
    contact.restitution = 1;
    contact.cohesion = Cohesion::Constant;
    contact.pull = 3e-4;
    contact.range = 1e-6;
    EXPECT_NEAR(pullOff(contact, 1e-3), 3e-4, 1e-9);
    contact.cohesion = Cohesion::Dmt;
    contact.surface_energy = 0.05;
    EXPECT_NEAR(pullOff(contact, 1e-3), 4 * pi * 0.05 * r_e, 0.001 * 4 * pi * 0.05 * r_e);
    contact.cohesion = Cohesion::Jkr;
    EXPECT_NEAR(pullOff(contact, 2e-3), 3 * pi * 0.05 * r_e, 0.001 * 3 * pi * 0.05 * r_e);
    contact.cohesion = Cohesion::Capillary;
    contact.bridge_volume = 1e-15;
    contact.wetting_angle = 0.2;
    const double at_contact = 2 * pi * (2 * r_e) * 0.072 * std::cos(0.2);
    EXPECT_NEAR(pullOff(contact, 5e-3), at_contact, 0.01 * at_contact);
}

// A JKR neck: radius and force at zero load are known, a0^3 = 9 pi (2 gamma) R^2 / (2 E*) ... here the
// overlap at which F = 0, from a0 = (9 pi gamma R^2 / E*)^(1/3).
TEST(Cohesion, JkrContactRadiusSolvesItsEquation) {
    const double gamma = 0.05, modulus = 1e7, r_e = 1e-3, k = std::sqrt(pi * gamma / modulus);
    const double a0 = std::cbrt(9 * pi * gamma * r_e * r_e / modulus);
    const double d0 = a0 * a0 / r_e - 2 * k * std::sqrt(a0);
    EXPECT_NEAR(grains::jkrContactRadius(k, r_e, d0), a0, 1e-12 * a0);
    const double tear = grains::jkrTear(k, r_e);
    const double at_tear = grains::jkrContactRadius(k, r_e, tear * (1 - 1e-9));
    EXPECT_NEAR(at_tear, std::pow(k * r_e / 2, 2.0 / 3.0), 1e-3 * at_tear);
}

// A bridge forms in contact only, and holds until it ruptures; so grains that come near without touching feel
// nothing.
TEST(Cohesion, ABridgeFormsInContactAndRuptures) {
    Contact contact = lawContact("hertz-mindlin");
    contact.cohesion = Cohesion::Capillary;
    contact.bridge_volume = 1e-12;
    scene::Scene scene = sandScene(contact, 1e-6);
    grains::in(scene).params.spin = false;
    const double gap = 5e-5;  // within the rupture distance of 1e-4
    grains::in(scene).placed = {grainAt({-radius - gap / 2, 0, 0}, {}),
                                grainAt({radius + gap / 2, 0, 0}, {})};
    scene::Simulation apart = start(scene);
    advance(apart, 100);
    EXPECT_EQ(length(of(apart, fields::force<double>, 0)), 0);

    grains::in(scene).placed = {grainAt({-0.9999 * radius, 0, 0}, {-0.02, 0, 0}),
                                grainAt({0.9999 * radius, 0, 0}, {0.02, 0, 0})};
    scene.environment.materials[0].density = 1e9;
    scene::Simulation held = start(scene);
    advance(held, 2000);  // 80 um apart
    EXPECT_GT(of(held, fields::force<double>, 0).x, 1e-5);
    advance(held, 1000);  // 120 um
    EXPECT_EQ(of(held, fields::force<double>, 0).x, 0);
}

// Two grains bound by Lennard-Jones swing about the gap of (2^(1/6) - 1) sigma, where the force is zero but
// for that of the cut-off, and keep their energy.
TEST(LennardJones, RestsAtTheBottomOfItsWell) {
    Contact contact = lawContact("lennard-jones");
    contact.cutoff = 2e-3;  // ten sigma: the force taken off there is 2e-7 of the deepest
    scene::Scene scene = sandScene(contact, 1e-6);
    grains::in(scene).params.spin = false;
    const double gap = (std::pow(2.0, 1.0 / 6) - 1) * contact.sigma;
    grains::in(scene).placed = {grainAt({0, 0, 0}, {}), grainAt({2 * radius + gap, 0, 0}, {})};
    scene::Simulation simulation = start(scene);
    const double depth = 24 * contact.epsilon / contact.sigma;
    EXPECT_NEAR(of(simulation, fields::force<double>, 0).x / depth, 0, 1e-6);
    grains::in(scene).placed[1].position.x += 0.05 * contact.sigma;
    scene::Simulation swing = start(scene);
    const double energy = measured(swing).elastic + measured(swing).kinetic;
    double lowest = 1, fastest = 0;
    for (int i = 0; i < 40000; ++i) {
        ASSERT_TRUE(swing.advance().ok());
        const grains::Measures m = measured(swing);
        lowest = std::min(lowest, m.elastic + m.kinetic);
        fastest = std::max(fastest, m.kinetic);
    }
    EXPECT_GT(fastest, 0.02 * contact.epsilon);
    EXPECT_NEAR(lowest, energy, 1e-4 * contact.epsilon);
}

}  // namespace
}  // namespace talus
