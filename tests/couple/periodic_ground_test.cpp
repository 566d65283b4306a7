// Ground in a domain that repeats: a grain that leaves it on one side meets the ground of the other.
#include "talus/couple/ground_contact/collide_ground.h"

#include "tests/couple/ground_scenes.h"
#include "tests/support/granular.h"

namespace talus::couple {
namespace {

using namespace testing_support;
namespace gf = grains::fields;

scene::Scene repeating(const std::function<double(double, double)>& z) {
    scene::Scene scene = sandScene(linear(0.5, 0.3), 1e-5);
    scene.environment.periodic = {"x"};
    scene.environment.domain_min = {-0.1, -0.1, -1};
    scene.environment.domain_max = {0.1, 0.1, 1};
    ground::in(scene).ground = groundOf(z, 0.005);
    return scene;
}

// A grain that slides and begins to roll crosses the border; its spring, its spin and the way that it goes
// are those on ground without a border, but for the round-off of other coordinates.
TEST(PeriodicGround, GrainCrossesTheBorder) {
    const auto flat = [](double, double) { return 0.0; };
    scene::Scene scene = repeating(flat);
    scene.environment.gravity = {0, 0, -9.81};
    grains::in(scene).placed = {grainAt({0.08, 0.001, radius}, {0.5, 0.1, 0})};
    scene::Scene without = scene;
    without.environment.periodic = {};
    ground::in(without).ground = groundOf(flat, 0.005, 201);
    scene::Simulation over = start(scene), on = start(without);
    advance(over, 10000);
    advance(on, 10000);
    const Vec3d far = of(on, gf::position, 0);
    ASSERT_GT(far.x, 0.11);
    EXPECT_NEAR(length(of(over, gf::position, 0) + Vec3d{0.2, 0, 0} - far), 0, 1e-7);
    EXPECT_NEAR(length(of(over, gf::velocity, 0) - of(on, gf::velocity, 0)), 0, 1e-6);
    EXPECT_NEAR(length(of(over, gf::spin, 0) - of(on, gf::spin, 0)), 0, 1e-3);
}

// Slowly, and with no ground but that of the domain: where it is over the border it stands on the ground
// behind that, not on an edge, which would push it on.
TEST(PeriodicGround, GrainFeelsNoEdgeAtTheBorder) {
    scene::Scene scene = repeating([](double, double) { return 0.0; });
    scene.environment.gravity = {0, 0, -9.81};
    grains::in(scene).placed = {
        grainAt({0.0998, 0.001, radius - mass * 9.81 / grains::in(scene).contacts[0].stiffness}, {0.01, 0, 0},
                {0, 0.01 / radius, 0})};
    scene::Simulation simulation = start(scene);
    advance(simulation, 6000);
    EXPECT_NEAR(of(simulation, gf::velocity, 0).x, 0.01, 1e-4);
}

// Not far behind the border the ground rises. A grain that was far from the ground when it was last looked
// at, on the other side, must not be found deep in it: its spring would hold energy that it never had.
TEST(PeriodicGround, GrainFeelsGroundThatRisesBehindTheBorder) {
    for (int k = 0; k < 8; ++k) {
        scene::Scene scene = repeating([](double, double) { return 0.0; });
        ground::in(scene).ground =
            groundOf([](double x, double) { return x > -0.0962 && x < -0.05 ? 0.02 : 0.0; }, 0.0025, 81);
        grains::in(scene).placed = {grainAt({0.09 + 3e-4 * k, 0.001, 0.006}, {1, 0, 0})};
        scene::Simulation simulation = start(scene);
        const double before = measured(simulation).kinetic;
        double most = 0;
        for (int n = 0; n < 1600; ++n) {
            advance(simulation, 1);
            const grains::Measures now = measured(simulation);
            most = std::max(most, now.kinetic + now.rotational + now.elastic);
        }
        EXPECT_LT(most, 1.001 * before) << k;
        EXPECT_LT(measured(simulation).kinetic, 0.9 * before) << "it never hit the slope, " << k;
    }
}

}  // namespace
}  // namespace talus::couple
