// Forces between particles: equal and opposite to the last bit, and momentum kept.
#include "talus/core/rng.h"
#include "talus/particles/forces/pair_forces.h"
#include "tests/particles/particle_world.h"

namespace talus::particles {
namespace {

using testing_support::setupOf;
using testing_support::Trial;

PairForce sticky() { return {.size = 1, .stiffness = 50, .cohesion = 0.2, .range = 0.01, .damping = 0.05}; }

TEST(ParticlePairs, ActAndReactWithTheSameBits) {
    const Random random{3, 1};
    int act = 0;
    for (std::uint64_t k = 0; k < 2000; ++k) {
        const auto draw = [&](std::uint32_t c) { return random.uniform(-1, 1, k, c); };
        const Vec3d d = Vec3d{draw(0), draw(1), draw(2)} * 0.02, u{draw(3), draw(4), draw(5)};
        const Vec3d force = pairForce(sticky(), d, u, 0.02), back = pairForce(sticky(), -d, -u, 0.02);
        EXPECT_EQ(force, -back);
        act += force != Vec3d{};
    }
    EXPECT_GT(act, 500);
}

// Force and potential: the work over the range, on the way out, of spring and tent.
TEST(ParticlePairs, PushWithinTheirSizeAndPullBeyondIt) {
    PairForce law = sticky();
    law.damping = 0;
    EXPECT_NEAR(pairForce(law, {0.015, 0, 0}, {}, 0.02).x, -50 * 0.005, 1e-12);
    EXPECT_NEAR(pairForce(law, {0.025, 0, 0}, {}, 0.02).x, 0.2, 1e-12);
    EXPECT_NEAR(pairForce(law, {0.0225, 0, 0}, {}, 0.02).x, 0.1, 1e-12);
    EXPECT_EQ(pairForce(law, {0.0301, 0, 0}, {}, 0.02), Vec3d{});
}

System cloud() {
    System system;
    system.gravity = 0;
    system.interact = true;
    system.pairs = sticky();
    return system;
}

void fill(Trial& run, double size) {
    const Random random{5, 2};
    for (std::uint64_t k = 0; k < 3000; ++k) {
        const auto draw = [&](std::uint32_t c) { return random.uniform(-size, size, k, c); };
        run.add({draw(0), draw(1), draw(2)}, Vec3d{draw(3), draw(4), draw(5)} * (0.5 / size),
                0.01 * (1 + 0.3 * random.uniform(k, 6)), 0.01 * (1 + random.uniform(k, 7)));
    }
}

// Forces are equal and opposite; what is left of momentum is the rounding of 3000 velocities to single, 3e-8
// of 0.5 m/s x 0.015 kg each, in a walk over 150 steps and 3000 particles: 3e-8 * 0.0075 * sqrt(4.5e5)
// = 1.5e-7, and twice that.
TEST(ParticlePairs, KeepMomentum) {
    for (const Integrator integrator : {Integrator::SemiImplicitEuler, Integrator::VelocityVerlet}) {
        System system = cloud();
        system.integrator = integrator;
        Trial run(setupOf(system));
        fill(run, 0.2);
        const Totals before = run.measured().holding;
        run.steps(150, 0.001);
        const Totals after = run.measured().holding;
        EXPECT_LT(length(after.momentum - before.momentum), 3e-7);
        // They did meet: dashpots took energy.
        EXPECT_LT(after.energy, 0.9 * before.energy);
    }
}

// A pair across the sides of a periodic domain is the same pair moved into its middle.
TEST(ParticlePairs, ActAcrossPeriodicSides) {
    std::vector<Vec3d> ways;
    for (const double at : {0.5, 1.0}) {
        auto setup = setupOf(cloud());
        setup.domain = {{0, 0, 0}, {1, 1, 1}};
        Trial run(setup);
        run.add({at - 0.008, 0.5, 0.5}, {0.1, 0, 0}, 0.01, 0.01);
        run.add({at == 1.0 ? 0.008 : at + 0.008, 0.5, 0.5}, {-0.1, 0, 0}, 0.01, 0.01);
        run.steps(50, 0.0005);
        const auto id = run.table().read(fields::id);
        ways.push_back(run.velocity(id[0] == 0 ? 0 : 1));
    }
    EXPECT_LT(ways[0].x, -0.05);
    // Places differ in their last bits: 1e-16 of 1 m over an overlap of some mm, and velocities are in
    // single.
    EXPECT_NEAR(ways[0].x, ways[1].x, 1e-6);
}

}  // namespace
}  // namespace talus::particles
