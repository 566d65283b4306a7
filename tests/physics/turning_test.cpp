// Resistance to rolling and twisting on one grain, against closed forms.
#include <numbers>

#include "talus/grains/law/rolling.h"
#include "tests/physics/one_law.h"

namespace talus {
namespace {

using namespace testing_support;
using grains::Contact;
using grains::Rolling;
namespace fields = grains::fields;

// A sphere that rolls on a floor slows down by the rolling moment alone: mu_r R F_n takes 5/7 mu_r g of its
// speed (no slip), and stops it; the spring kind then holds it.
TEST(RollingResistance, SlowsAndStopsARollingSphere) {
    for (const Rolling rolling : {Rolling::Constant, Rolling::Spring}) {
        const double mu_r = 0.05, u0 = 0.1;
        Contact contact = lawContact("linear");
        contact.restitution = 0.3;
        contact.friction = 0.8;
        contact.rolling = rolling;
        contact.rolling_friction = mu_r;
        contact.rolling_stiffness = 200;
        scene::Scene scene = sandScene(contact, 5e-6);
        scene.environment.gravity = {0, 0, -9.81};
        const double rest = radius - mass * 9.81 / contact.stiffness;
        grains::in(scene).placed = {grainAt({0, 0, rest}, {u0, 0, 0}, {0, u0 / radius, 0})};
        scene.environment.walls = {floorAt(0)};
        scene::Simulation simulation = start(scene);
        const double stops_at = u0 / (5.0 / 7.0 * mu_r * 9.81);
        const double dt = simulation.clock().dt();
        advance(simulation, static_cast<std::uint64_t>(0.5 * stops_at / dt));
        EXPECT_NEAR(of(simulation, fields::velocity, 0).x, 0.5 * u0, 0.02 * u0) << int(rolling);
        advance(simulation, static_cast<std::uint64_t>(1.0 * stops_at / dt));
        EXPECT_NEAR(of(simulation, fields::velocity, 0).x, 0, 1e-3 * u0) << int(rolling);
    }
}

// On a slope a sphere rolls with (5/7) g (sin - mu_r cos), and where mu_r >= tan the spring holds it.
TEST(RollingResistance, HoldsASphereOnASlope) {
    for (const double mu_r : {0.05, 0.15}) {
        const double slope = 0.1;  // tan
        Contact contact = lawContact("linear");
        contact.restitution = 0.3;
        contact.friction = 0.8;
        contact.rolling = Rolling::Spring;
        contact.rolling_friction = mu_r;
        contact.rolling_stiffness = 200;
        scene::Scene scene = sandScene(contact, 5e-6);
        const double g = 9.81, cosine = 1 / std::hypot(1, slope), sine = slope * cosine;
        scene.environment.gravity = {g * sine, 0, -g * cosine};
        grains::in(scene).placed = {grainAt({0, 0, radius - mass * g * cosine / contact.stiffness}, {})};
        scene.environment.walls = {floorAt(0)};
        scene::Simulation simulation = start(scene);
        advance(simulation, 40000);
        const double speed = of(simulation, fields::velocity, 0).x;
        if (mu_r > slope) {
            EXPECT_NEAR(speed, 0, 1e-5);
        } else {
            EXPECT_NEAR(speed, 5.0 / 7.0 * g * (sine - mu_r * cosine) * 0.2, 0.02 * speed);
        }
    }
}

// A sphere spinning about the vertical on a floor slows by mu_tw R F_n / (2/5 m R^2) = 5/2 mu_tw g / R.
TEST(TwistingResistance, SlowsASpinningTop) {
    const double mu_tw = 0.02, w0 = 50;
    Contact contact = lawContact("linear");
    contact.rolling = Rolling::Constant;
    contact.rolling_friction = 0;
    contact.twisting_friction = mu_tw;
    scene::Scene scene = sandScene(contact, 5e-6);
    scene.environment.gravity = {0, 0, -9.81};
    grains::in(scene).placed = {grainAt({0, 0, radius - mass * 9.81 / contact.stiffness}, {}, {0, 0, w0})};
    scene.environment.walls = {floorAt(0)};
    scene::Simulation simulation = start(scene);
    advance(simulation, 20000);  // 0.1 s
    EXPECT_NEAR(of(simulation, fields::spin, 0).z, w0 - 2.5 * mu_tw * 9.81 / radius * 0.1, 0.01 * w0);
}

}  // namespace
}  // namespace talus
