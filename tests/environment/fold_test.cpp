// A small thing in the fold of two faces goes along it: no friction, and nothing in its way.
#include <gtest/gtest.h>

#include <cmath>

#include "talus/environment/contact/obstacles.h"
#include "talus/geometry/heightfield.h"

namespace talus::environment {
namespace {

constexpr double gravity = 9.81, dt = 0.01;
constexpr int steps = 100;

void slide(Traveller& t, const Walls& walls, const Surfaces& surfaces, const geometry::GroundSurface* ground,
           Loads& loads) {
    const FaceBounds bounds(walls);
    Obstacles::Scratch scratch;
    for (int k = 0; k < steps; ++k) {
        const WallsAt begin(walls, k * dt), end(walls, (k + 1) * dt);
        t.velocity.z -= gravity * dt;
        t.target = t.position + t.velocity * dt;
        Obstacles(surfaces, bounds, begin, end, ground).travel(t, dt, scratch, loads);
    }
}

/// Way down a plane that falls by 1 in 10 after these steps, velocity first: exact for the scheme.
double wayDown() { return gravity * std::sin(std::atan(0.1)) * dt * dt * steps * (steps + 1) / 2; }

/// Two planes, each leaning by `lean` across, in a fold along x that falls by 1 in 10.
std::vector<Wall> foldedPlanes(double lean) {
    std::vector<Wall> walls(2);
    for (int k = 0; k < 2; ++k) {
        walls[k].name = k == 0 ? "left" : "right";
        walls[k].kind = Wall::Kind::Plane;
        const Vec3d normal{0.1, (k == 0 ? 1 : -1) * std::tan(lean), 1};
        walls[k].plane = {{0, 0, 0}, normal / length(normal)};
    }
    return walls;
}

// From flat folds, in which a bounce takes hardly anything off what leads across, to deep ones. The
// tolerance is that of the first step, in which it falls onto the fold.
TEST(Fold, ParticleSlidesAlongTheFoldOfTwoPlanes) {
    for (const double lean : {0.02, 0.13, 0.5, 1.2}) {
        const std::vector<Wall> all = foldedPlanes(lean);
        const Walls walls(all, {0, 0}, {});
        const Surfaces surfaces{{{0, 0}, {0, 0}}, {0, 0}};
        Loads loads{std::vector<Load>(2), {}};
        Traveller t{{0, 0, 2e-6 / std::cos(lean)}, {}, {}, 0, 1};
        slide(t, walls, surfaces, nullptr, loads);
        EXPECT_NEAR(std::hypot(t.position.x, t.position.z), wayDown(), 0.02 * wayDown()) << lean;
        EXPECT_NEAR(t.position.y, 0, 1e-3) << lean;
        // What it has is what gravity gave and the planes took.
        const Vec3d given{0, 0, -gravity * dt * steps};
        EXPECT_LT(length(given - loads.walls[0].impulse - loads.walls[1].impulse - t.velocity), 1e-10)
            << lean;
    }
}

// A furrow of the ground along the diagonals of its cells. On the line between two triangles round-off
// decides in which of them a place lies; it must not hold the particle there, whatever it goes by.
TEST(Fold, ParticleSlidesAlongAFurrowOfTheGround) {
    for (const double lean : {0.02, 0.13, 0.5}) {
        geometry::Heightfield field = geometry::flatHeightfield({0, 0, 0.5, 41, 41}, 0);
        for (std::uint32_t j = 0; j < 41; ++j)
            for (std::uint32_t i = 0; i < 41; ++i) {
                const double x = 0.5 * i, y = 0.5 * j;
                const double along = (x + y) / std::sqrt(2.0), across = (x - y) / std::sqrt(2.0);
                field.height[field.grid.at(i, j)] = -0.1 * along + std::tan(lean) * std::abs(across);
            }
        const geometry::GroundSurface ground(field.grid, field.height.view());
        const Walls walls({}, {}, {});
        const Surfaces surfaces{{}, {0, 0}};
        Loads loads;
        const double start = 2.3;
        Traveller t{{start, start, -0.1 * start * std::sqrt(2.0) + 2e-6}, {}, {}, 0, 1};
        const Vec3d from = t.position;
        slide(t, walls, surfaces, &ground, loads);
        EXPECT_NEAR(length(t.position - from), wayDown(), 0.02 * wayDown()) << lean;
        EXPECT_NEAR(t.position.x, t.position.y, 1e-3) << lean;
        // Sideways out of the furrow: up the other side, as on a plane.
        Traveller out{{start, start, -0.1 * start * std::sqrt(2.0) + 1e-6}, {}, {1, 0, 0}, 0, 1};
        slide(out, walls, surfaces, &ground, loads);
        EXPECT_GT(out.position.x - start, 0.2) << lean;
    }
}

}  // namespace
}  // namespace talus::environment
