#include "talus/particles/appearance/drawn_particles.h"

#include "tests/particles/particle_world.h"

namespace talus::particles {
namespace {

TEST(ParticleLooks, ChangeOverLife) {
    System system;
    Emitter emitter;
    emitter.rate = 0;
    emitter.burst_times = {0};
    emitter.burst_counts = {1};
    emitter.speed = {3, 0};
    emitter.lifetime = 2;
    emitter.radius_of = {0.1, 0};
    emitter.colour = {1, 0.5, 0.25};
    system.emitters = {emitter};
    system.appearance.size_at = {0, 1};
    system.appearance.size = {1, 3};
    system.appearance.opacity_at = {0.2, 0.6};
    system.appearance.opacity = {1, 0};
    system.appearance.colour_at = {0, 1};
    system.appearance.colour = {{1, 1, 1}, {0, 1, 1}};
    system.appearance.streak = 0.1;
    testing_support::Trial run(testing_support::setupOf(system));
    run.steps(10, 0.1);  // half of its life
    const Looks looks = looksOf(run.exec, run.world, run.setup());
    ASSERT_EQ(looks.id.size(), 1u);
    EXPECT_NEAR(looks.radius[0], 0.2, 1e-6);
    EXPECT_NEAR(looks.opacity[0], 0.25, 1e-6);
    EXPECT_NEAR(looks.colour[0].x, 0.5, 1e-6);
    EXPECT_NEAR(looks.colour[0].y, 0.5, 1e-6);
    EXPECT_NEAR(looks.streak[0].z, -0.3, 1e-6);
}

}  // namespace
}  // namespace talus::particles
