// The order of the integrators, and their dissipation.
#include <numbers>

#include "tests/physics/one_law.h"

namespace talus {
namespace {

using namespace testing_support;
using grains::Contact;
namespace fields = grains::fields;
using std::numbers::pi;

// The order of each integrator on a smooth stretch of motion: half a swing of a linear contact without
// damping. Velocity Verlet, leap-frog and position Verlet are of second order in position, semi-implicit
// Euler of first.
TEST(Integrators, ConvergeAtTheirOrder) {
    using grains::Integrator;
    for (const Integrator integrator : {Integrator::VelocityVerlet, Integrator::LeapFrog,
                                        Integrator::PositionVerlet, Integrator::SemiImplicitEuler}) {
        const auto errorAt = [&](int steps) {
            Contact contact = lawContact("linear");
            contact.restitution = 1;
            contact.friction = 0;
            const double w = std::sqrt(2 * contact.stiffness / mass), time = 0.7 * pi / w;
            scene::Scene scene = sandScene(contact, time / steps);
            scene.time.frame_interval = time;
            grains::in(scene).params.spin = false;
            grains::in(scene).params.integrator = integrator;
            // They start in contact and leave it later than is looked.
            const double deep = 1e-3 * radius;
            grains::in(scene).placed = {grainAt({deep - radius, 0, 0}, {0.1, 0, 0}),
                                        grainAt({radius - deep, 0, 0}, {-0.1, 0, 0})};
            scene::Simulation simulation = start(scene);
            advance(simulation, static_cast<std::uint64_t>(steps));
            const double expected = -radius + deep * std::cos(w * time) + 0.1 / w * std::sin(w * time);
            return std::abs(of(simulation, fields::position, 0).x - expected);
        };
        const double order = std::log2(errorAt(64) / errorAt(128));
        EXPECT_NEAR(order, integrator == Integrator::SemiImplicitEuler ? 1 : 2, 0.1) << int(integrator);
    }
}

// Position Verlet with dissipation: a free grain keeps (1 - dissipation)^n of its speed after n steps.
TEST(PositionVerlet, DissipationTakesItsShareOfSpeedEachStep) {
    scene::Scene scene = sandScene(lawContact("linear"), 1e-4);
    grains::in(scene).params.integrator = grains::Integrator::PositionVerlet;
    grains::in(scene).params.dissipation = 0.01;
    grains::in(scene).placed = {grainAt({0, 0, 0}, {1, 0, 0}, {0, 30, 0})};
    scene::Simulation simulation = start(scene);
    advance(simulation, 100);
    EXPECT_NEAR(of(simulation, fields::velocity, 0).x, std::pow(0.99, 100), 1e-12);
    EXPECT_NEAR(of(simulation, fields::spin, 0).y, 30 * std::pow(0.99, 100), 1e-10);
}

}  // namespace
}  // namespace talus
