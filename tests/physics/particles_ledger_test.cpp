// What emitters make and what is removed: numbers, and the ledger of mass, momentum and energy.
#include <gmock/gmock.h>

#include "tests/particles/particle_world.h"

namespace talus::particles {
namespace {

using testing_support::setupOf;
using testing_support::Trial;

System fountain() {
    System system;
    Emitter emitter;
    emitter.name = "jet";
    emitter.radius = 0.05;
    emitter.rate = 20000;
    emitter.cone = 0.3;
    emitter.speed = {4, 0.3};
    emitter.mass = {1e-3, 0.5};
    emitter.lifetime = 0.5;
    system.emitters = {emitter};
    return system;
}

// rate x lifetime; each lives as long as the mean, spread evenly over +- 40%. The number is a sum of
// independent yes or no: its scatter is below sqrt(N), here 100 of 10^4; 4 of these, and the particles of two
// steps.
TEST(ParticleLedger, HasRateTimesLifetimeParticles) {
    for (const double spread : {0.0, 0.4}) {
        System system = fountain();
        system.emitters[0].lifetime_spread = spread;
        Trial run(setupOf(system));
        run.steps(1500, 0.001);
        const double expected = 20000 * 0.5;
        EXPECT_NEAR(static_cast<double>(run.size()), expected,
                    (spread > 0 ? 4 * std::sqrt(expected) : 0) + 2 * 20);
    }
}

// Without forces: what is there and what is gone is what came in. Every term is exact in double (products of
// two numbers in single); the sums have up to 3e4 terms, each rounded to 1e-16 of the sum.
TEST(ParticleLedger, AddsUpInFreeFlight) {
    System system = fountain();
    auto setup = setupOf(system);
    environment::Sink sink;
    sink.kind = environment::Sink::Kind::Box;
    sink.box = {{-1, -1, 1.8}, {1, 1, 9}};
    setup.sinks = {sink};
    Trial run(setup, 2);
    run.steps(1500, 0.001);
    const Ledger ledger = run.ledger();
    const Measures there = run.measured();
    EXPECT_GT(ledger.aged, 1000u);
    EXPECT_GT(ledger.sunk, 1000u);
    EXPECT_EQ(there.count + ledger.aged + ledger.sunk, ledger.emitted);
    constexpr double off = 1e-12;
    EXPECT_NEAR(there.holding.mass + ledger.out.mass, ledger.in.mass, off * ledger.in.mass);
    EXPECT_LT(length(there.holding.momentum + ledger.out.momentum - ledger.in.momentum),
              off * length(ledger.in.momentum));
    EXPECT_NEAR(there.holding.energy + ledger.out.energy, ledger.in.energy, off * ledger.in.energy);
}

// With gravity, emitted + work of gravity = there + removed. A kick changes m v^2 / 2 by m g (v + v') / 2 dt,
// whatever the integrator's order; here that is summed over all particles and steps from outside. What does
// not fit is the rounding of velocities to single: half of the last place in each kick. It is no random walk,
// since one kick is rounded the same way again and again: so the bound is its sum, and a fifth for the
// product of mass and gravity.
TEST(ParticleLedger, AddsUpWithTheWorkOfGravity) {
    constexpr double g = 9.81, dt = 0.002;
    System system = fountain();
    system.emitters[0].rate = 2000;
    auto setup = setupOf(system);
    setup.gravity = {0, 0, -g};
    Trial run(setup);
    double work = 0, impulse = 0, work_off = 0, impulse_off = 0;
    for (int n = 0; n < 500; ++n) {
        run.steps(1, dt);
        // All that are there were kicked in this step, with v' = v - g dt.
        const auto mass = run.table().read(fields::mass);
        for (std::size_t i = 0; i < run.size(); ++i) {
            const double after = run.velocity(i).z, before = after + g * dt;
            work += -mass[i] * g * dt * 0.5 * (before + after);
            impulse += -mass[i] * g * dt;
            const double last_place = std::abs(before) * 0x1p-23;
            impulse_off += 0.6 * mass[i] * last_place;
            work_off += 0.6 * mass[i] * last_place * std::abs(before);
        }
    }
    const Ledger ledger = run.ledger();
    const Measures there = run.measured();
    EXPECT_GT(ledger.aged, 500u);
    EXPECT_NEAR(there.holding.energy + ledger.out.energy, ledger.in.energy + work, work_off);
    EXPECT_NEAR(there.holding.momentum.z + ledger.out.momentum.z, ledger.in.momentum.z + impulse,
                impulse_off);
}

TEST(ParticleLedger, CountsBurstsAndKeyframedRates) {
    System system;
    Emitter emitter;
    emitter.times = {0.1, 0.2, 0.4};
    emitter.rates = {0, 1000, 0};
    emitter.burst_times = {0.3, 0.05};
    emitter.burst_counts = {500, 7};
    system.emitters = {emitter};
    Trial run(setupOf(system));
    run.steps(60, 0.001);  // the last one began at 0.059 s
    EXPECT_EQ(run.size(), 7u);
    run.steps(141, 0.001);
    EXPECT_NEAR(static_cast<double>(run.size()), 7 + 50, 1);  // half of 0.1 s x 1000/s
    run.steps(299, 0.001);
    EXPECT_EQ(run.size(), 7u + 150u + 500u);
}

TEST(ParticleLedger, ReachingTheLimitIsReportedWithAdvice) {
    System system = fountain();
    system.limit = 1000;
    Trial run(setupOf(system));
    auto steps = pipeline(run.setup());
    std::optional<step::Trouble> trouble;
    for (int n = 0; n < 60 && !trouble; ++n) trouble = steps->run(run.world, run.exec, 0.001).trouble;
    ASSERT_TRUE(trouble);
    EXPECT_THAT(trouble->advice, ::testing::HasSubstr("raise limit"));
    EXPECT_EQ(run.size(), 1000u);
}

}  // namespace
}  // namespace talus::particles
