// Flight of single particles against closed forms, and the order of each integrator.
#include <algorithm>
#include <numbers>

#include "tests/particles/particle_world.h"

namespace talus::particles {
namespace {

using testing_support::setupOf;
using testing_support::Trial;

constexpr double g = 9.81;

System inAir(double linear, double quadratic, Integrator integrator) {
    System system;
    system.drag = {linear, quadratic};
    system.integrator = integrator;
    return system;
}

/// Where a particle of 1 kg with drag -k u is at time t, thrown from the origin:
/// x = v0 (1 - exp(-k t)) / k + g (1 - exp(-k t) - k t) / k^2 (Stokes 1851; any text on ballistics).
Vec3d thrown(const Vec3d& v0, double k, double t) {
    const double fallen = -std::expm1(-k * t);
    return v0 * (fallen / k) + Vec3d{0, 0, -g} * ((k * t - fallen) / (k * k));
}

double errorOf(Integrator integrator, int steps) {
    constexpr double k = 0.8, time = 1.5;
    const Vec3d v0{3, 1, 8};
    auto setup = setupOf(inAir(k, 0, integrator));
    setup.gravity = {0, 0, -g};
    Trial run(setup);
    run.add({}, v0);
    run.steps(static_cast<std::uint64_t>(steps), time / steps);
    return length(run.place() - thrown(v0, k, time));
}

// Runge and Kutta at 150 steps: truncation is below 1e-9 m, so that what is left is the velocity's rounding
// to single, 6e-8 of 8 m/s a step, in a walk over 150 steps and 1.5 s: 8 * 6e-8 * sqrt(150) * 1.5 = 9e-6 m.
TEST(ParticleFlight, FollowsTheClosedFormWithLinearDrag) {
    EXPECT_LT(errorOf(Integrator::RungeKutta4, 150), 9e-6);
}

// Halving the step divides the error by 2^order. Forces that depend on the velocity make velocity Verlet,
// which takes them at the velocity of half a step, of second order here only where the drag is weak; so the
// order is seen on a harmonic field, below, and with drag that of Euler and of Runge and Kutta. A sixth of a
// power is left for the next term of the series.
TEST(ParticleFlight, HasTheOrderOfItsIntegratorWithDrag) {
    const auto order = [](Integrator integrator, int steps) {
        return std::log2(errorOf(integrator, steps) / errorOf(integrator, 2 * steps));
    };
    EXPECT_NEAR(order(Integrator::SemiImplicitEuler, 200), 1, 1.0 / 6);
    // So few steps that truncation stays far above the rounding of velocities.
    EXPECT_NEAR(order(Integrator::RungeKutta4, 2), 4, 0.5);
}

/// In the field of an attractor, on a circle: after a quarter turn.
double orbitError(Integrator integrator, int steps) {
    System system;
    system.integrator = integrator;
    system.gravity = 0;
    // Plummer's force at r = 1: strength r / (r^2 + s^2)^(3/2) = 1, so that a turn takes 2 pi.
    constexpr double softening = 0.5;
    system.attractors = {{{}, std::pow(1 + softening * softening, 1.5), softening}};
    Trial run(setupOf(system));
    const double time = std::numbers::pi / 2, dt = time / steps;
    Vec3d velocity{0, 1, 0};
    // Leap-frog's velocities are those of half a step before: emitters see to that, here the test does.
    if (integrator == Integrator::LeapFrog) velocity = {0.5 * dt, 1, 0};
    run.add({1, 0, 0}, velocity);
    run.steps(static_cast<std::uint64_t>(steps), dt);
    return length(run.place() - Vec3d{0, 1, 0});
}

// As above. For RK4 4 steps leave 1e-4, 8 leave 1e-5, a hundred times the rounding.
TEST(ParticleFlight, HasTheOrderOfItsIntegratorInAField) {
    const auto order = [](Integrator integrator, int steps) {
        return std::log2(orbitError(integrator, steps) / orbitError(integrator, 2 * steps));
    };
    EXPECT_NEAR(order(Integrator::SemiImplicitEuler, 200), 1, 1.0 / 6);
    EXPECT_NEAR(order(Integrator::VelocityVerlet, 20), 2, 1.0 / 6);
    EXPECT_NEAR(order(Integrator::LeapFrog, 20), 2, 1.0 / 6);
    EXPECT_NEAR(order(Integrator::RungeKutta4, 4), 4, 0.5);
}

// c v^2 = m g. The approach is exponential with the time v / (2 g), here 0.25 s; after 5 s exp(-20) = 2e-9 is
// left. In single it ends where a step's change, 2 g dt / v of what is left, rounds to nothing: below half of
// the last place of v, 2.4e-7 m/s, over 0.04 for steps of 0.01 s: 6e-6 m/s, and
// twice that where a step kicks by halves.
TEST(ParticleFlight, FallsAtTheTerminalSpeedOfQuadraticDrag) {
    constexpr double speed = 5;
    for (const Integrator integrator :
         {Integrator::SemiImplicitEuler, Integrator::VelocityVerlet, Integrator::RungeKutta4}) {
        auto setup = setupOf(inAir(0, g / (speed * speed), integrator));
        setup.gravity = {0, 0, -g};
        Trial run(setup);
        run.add({0, 0, 1000}, {});
        run.steps(500, 0.01);
        EXPECT_NEAR(run.velocity().z, -speed, integrator == Integrator::VelocityVerlet ? 1.3e-5 : 7e-6);
    }
}

// What has the wind's velocity feels no drag. As above: 1.2e-7 m/s over k dt = 0.2.
TEST(ParticleFlight, IsCarriedByTheWind) {
    System system = inAir(2, 0, Integrator::SemiImplicitEuler);
    system.wind.velocity = {3, -1, 0.5};
    Trial run(setupOf(system));
    run.add({}, {});
    run.steps(200, 0.1);  // 40 times the time in which it answers
    EXPECT_LT(length(run.velocity() - Vec3d{3, -1, 0.5}), 1e-6);
}

// A particle of 1 kg that is 100 K warmer than the air: acceleration -beta dT g, and cooling by exp(-t /
// tau): v = beta dT g tau (1 - exp(-t / tau)). Euler's first order leaves dt / (2 tau) = 5e-4 of it.
TEST(ParticleFlight, RisesByItsWarmth) {
    System system;
    system.buoyancy = {true, 0.01, 300, 1.0};
    auto setup = setupOf(system);
    setup.gravity = {0, 0, -g};
    Trial run(setup);
    run.add({}, {});
    run.table().write(fields::temperature)[0] = 500;
    run.steps(2000, 0.001);
    const double cooled = -std::expm1(-2.0);
    EXPECT_NEAR(run.velocity().z, g * (0.01 * 200 * cooled - 2), 5e-4 * g * 0.01 * 200);
    EXPECT_NEAR(run.table().read(fields::temperature)[0], 300 + 200 * std::exp(-2.0), 0.01);
}

}  // namespace
}  // namespace talus::particles
