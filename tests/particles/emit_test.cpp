#include "talus/particles/emit/emit.h"

#include "tests/particles/particle_world.h"

namespace talus::particles {
namespace {

// The shape and the moment are the environment's; that an emitter asks them is what is seen here.
TEST(ParticleEmitters, PourFromAnyShapeAndByKeyframes) {
    using Shape = Emitter::Shape;
    for (const Shape shape : {Shape::Point, Shape::Rectangle, Shape::Cylinder, Shape::Capsule}) {
        System system;
        Emitter emitter;
        emitter.shape = shape;
        emitter.centre = {1, 0, 0};
        emitter.end = {2, 0, 0};
        emitter.times = {0, 0.1, 0.2};
        emitter.rates = {0, 1000, 0};  // 100 in all
        emitter.speed = {};
        system.emitters = {emitter};
        system.gravity = 0;
        testing_support::Trial trial(testing_support::setupOf(system));
        trial.steps(30, 0.01);
        ASSERT_EQ(trial.size(), 100u) << int(shape);
        for (std::size_t i = 0; i < trial.size(); ++i)
            EXPECT_LE(length(trial.place(i) - middleOf(emitter)), reachOf(emitter) + 1e-12) << int(shape);
    }
}

TEST(ParticleEmitters, EndAtTheirCount) {
    System system;
    Emitter emitter;
    emitter.count = 37;
    system.emitters = {emitter};
    testing_support::Trial trial(testing_support::setupOf(system));
    trial.steps(20, 0.01);
    EXPECT_EQ(trial.size(), 37u);
}

// The same particles whatever the step, but for the moment within a step at which they leave.
TEST(ParticleEmitters, RandomDrawsDependOnTheIndexAlone) {
    System system;
    Emitter emitter;
    emitter.burst_times = {0};
    emitter.burst_counts = {100};
    emitter.rate = 0;
    emitter.speed = {2, 0.5};
    emitter.cone = 0.5;
    system.emitters = {emitter};
    testing_support::Trial a(testing_support::setupOf(system)), b(testing_support::setupOf(system));
    a.steps(10, 0.01);
    b.steps(100, 0.001);
    ASSERT_EQ(a.size(), 100u);
    ASSERT_EQ(b.size(), 100u);
    for (std::size_t i = 0; i < 100; ++i) {
        EXPECT_EQ(a.velocity(i), b.velocity(i));
        EXPECT_LT(length(a.place(i) - b.place(i)), 1e-12);
    }
}

}  // namespace
}  // namespace talus::particles
