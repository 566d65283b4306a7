// What a trial tells cameras about where particles get.
#include "talus/particles/trial.h"

#include <gtest/gtest.h>

#include "tests/particles/particle_world.h"

namespace talus::particles {
namespace {

using testing_support::setupOf;

constexpr double g = 9.81;  // [m/s^2]

/// A jet of many small particles without drag, 45 degrees upwards along x.
System jet(double speed) {
    Emitter emitter;
    emitter.name = "nozzle";
    emitter.shape = Emitter::Shape::Point;
    emitter.direction = {1, 0, 1};
    emitter.speed = {speed, 0};
    emitter.rate = 1e5;
    emitter.lifetime = 2.0;
    System system;
    system.emitters = {emitter};
    return system;
}

Setup underGravity(Setup setup) {
    setup.gravity = {0, 0, -g};
    return setup;
}

geometry::Box boxAround(const std::vector<Vec3d>& points) {
    geometry::Box box{{1e9, 1e9, 1e9}, {-1e9, -1e9, -1e9}};
    for (const Vec3d& p : points) {
        box.min = {std::min(box.min.x, p.x), std::min(box.min.y, p.y), std::min(box.min.z, p.z)};
        box.max = {std::max(box.max.x, p.x), std::max(box.max.y, p.y), std::max(box.max.z, p.z)};
    }
    return box;
}

TEST(ParticleTrial, AJetReachesTheHeightAndTheWayOfAParabola) {
    const double v = 7;
    const geometry::Box box = boxAround(seenInTrial(underGravity(setupOf(jet(v))), 6));
    const double high = v * v / (4 * g), far = v / std::sqrt(2.0) * 2;  // in its lifetime
    EXPECT_NEAR(box.max.z, high, 0.05 * high);
    EXPECT_NEAR(box.max.x, far, 0.08 * far);
    EXPECT_NEAR(box.min.x, 0, 0.08 * far);
    EXPECT_LT(box.max.y - box.min.y, 0.01);
}

TEST(ParticleTrial, AFloorStopsThemAndDragShortensTheWay) {
    environment::Wall floor;
    floor.name = "floor";
    floor.kind = environment::Wall::Kind::Plane;
    floor.plane = {{0, 0, -0.1}, {0, 0, 1}};
    System stopped = jet(7);
    stopped.bounces = {{.restitution = 0, .friction = 0.5}};
    const geometry::Box on_floor = boxAround(seenInTrial(underGravity(setupOf(stopped, {floor})), 6));
    EXPECT_NEAR(on_floor.min.z, -0.1, 0.01);

    System slow = jet(7);
    slow.drag.linear = 5e-6;  // a particle of 1 mg stops in 0.2 s, after 1.4 m
    const geometry::Box short_way = boxAround(seenInTrial(setupOf(slow), 6));
    EXPECT_NEAR(short_way.max.x, 1.4 / std::sqrt(2.0), 0.1);
}

TEST(ParticleTrial, WhatIsNotSeenDoesNotCount) {
    System fades = jet(7);
    fades.appearance.opacity_at = {0, 0.25, 0.26};
    fades.appearance.opacity = {1, 1, 0};
    const geometry::Box box = boxAround(seenInTrial(setupOf(fades), 6));
    EXPECT_NEAR(box.max.x, 7 / std::sqrt(2.0) * 0.5, 0.2);
    System none = jet(7);
    none.appearance.opacity = {0};
    none.appearance.opacity_at = {0};
    EXPECT_TRUE(seenInTrial(setupOf(none), 6).empty());
}

TEST(ParticleTrial, TooStiffOrWithoutEmittersIsEmpty) {
    System stiff = jet(7);
    stiff.drag.linear = 1;
    EXPECT_TRUE(seenInTrial(setupOf(stiff), 6).empty());
    EXPECT_TRUE(seenInTrial(setupOf(System{}), 6).empty());
}

}  // namespace
}  // namespace talus::particles
