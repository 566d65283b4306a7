#include "talus/particles/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "talus/particles/needs.h"
#include "tests/particles/particle_world.h"

namespace talus::particles {
namespace {

using ::testing::HasSubstr;

Part sparks() {
    Part part;
    part.systems.emplace_back();
    part.systems[0].name = "sparks";
    part.emitters.emplace_back();
    part.emitters[0].system = "sparks";
    return part;
}

std::string first(const Part& part) {
    const std::vector<Finding> found = check(part, {});
    return found.empty() ? "" : found[0].section + "." + found[0].key + ": " + found[0].message;
}

TEST(ParticleCheck, KeysThatContradictEachOtherAreErrors) {
    EXPECT_EQ(first(sparks()), "");
    Part part = sparks();
    part.emitters.clear();
    EXPECT_THAT(first(part), HasSubstr("particles.name: no [[particle_emitter]]"));
    part = sparks();
    part.emitters[0].times = {0, 1, 1};
    part.emitters[0].rates = {1, 2};
    EXPECT_THAT(first(part), HasSubstr("particle_emitter.rates: 2 values for the 3 of times"));
    part = sparks();
    part.systems[0].appearance.size_at = {0.5, 0.2};
    part.systems[0].appearance.size = {1, 1};
    EXPECT_THAT(first(part), HasSubstr("particles.size_at: each must be larger"));
    part = sparks();
    part.systems[0].interact = true;
    EXPECT_THAT(first(part),
                HasSubstr("particles.interact: the particles act on each other, but with no force"));
    part = sparks();
    part.bounces = {{"stone", 0.5, 0.3, "sparks"}};
    EXPECT_THAT(first(part), HasSubstr("bounce.material: there is no material 'stone'"));
    part = sparks();
    part.emitters[0].wall = "wheel";
    EXPECT_THAT(first(part), HasSubstr("particle_emitter.wall: there is no wall or body 'wheel'"));
}

TEST(ParticleNeeds, NameWhatLimitsTheTimeStep) {
    System system;
    system.emitters.emplace_back();
    system.emitters[0].mass = {1e-6, 0.5};
    system.emitters[0].lifetime = 2;
    Needs needs = needsOf(testing_support::setupOf(system), 10, 0.04);
    EXPECT_EQ(needs.longest_step, 0.01);
    EXPECT_NEAR(static_cast<double>(needs.most), 2000, 2);  // 1000 a second live for 2 s
    system.drag.linear = 1e-4;
    needs = needsOf(testing_support::setupOf(system), 10, 0.04);
    EXPECT_NEAR(needs.longest_step, 0.5 * 0.5e-6 / 1e-4, 1e-12);
    EXPECT_THAT(needs.why, HasSubstr("drag"));
}

}  // namespace
}  // namespace talus::particles
