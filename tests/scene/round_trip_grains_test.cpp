#include "tests/scene/read_text.h"

namespace talus::scene {
namespace {

TEST(RoundTrip, LawsOfGivenDampingAndShear) {
    const Scene scene = read(R"(format = 1
name = "laws"
[time]
dt = "1 us"
[[material]]
name = "sand"
[[material]]
name = "steel"
[[material]]
name = "glass"
[[contact]]
between = ["sand", "sand"]
law = "hooke"
stiffness = "2 kN/m"
shear_stiffness = 0
normal_damping = "3000 1/s"
shear_damping = 1200
[[contact]]
between = ["sand", "steel"]
law = "linear"
stiffness = 2000
shear_dashpot = false
[[contact]]
between = ["steel", "glass"]
law = "hertz-mindlin"
mindlin_factor = 0.5
shear_dashpot = false
[[grain]]
material = "sand"
position = [0, 0, 0]
)");
    ASSERT_EQ(grains::in(scene).contacts.size(), 3u);
    const grains::Contact &hooke = grains::in(scene).contacts[0], &linear = grains::in(scene).contacts[1],
                          &mindlin = grains::in(scene).contacts[2];
    EXPECT_EQ(hooke.law, "hooke");
    EXPECT_EQ(hooke.normal_damping, 3000);
    EXPECT_EQ(hooke.shear_damping, 1200);
    EXPECT_FALSE(linear.shear_dashpot);
    EXPECT_FALSE(mindlin.shear_dashpot);
    EXPECT_EQ(mindlin.mindlin_factor, 0.5);
    EXPECT_TRUE(valuesOf(read(writeResolved(scene))) == valuesOf(scene));
}

TEST(RoundTrip, SizesAndPackings) {
    const Scene scene = read(R"(format = 1
name = "sizes"
[[material]]
name = "sand"
[[material]]
name = "glue"
fixed = true
[[contact]]
between = ["sand", "sand"]
[[contact]]
between = ["sand", "glue"]
[[emitter]]
name = "spout"
material = "sand"
centre = [0, 0, 1]
distribution = "lognormal"
grain_radius = "1 mm"
radius_ratio = 1.3
radius_min = "0.5 mm"
radius_max = "2 mm"
[[emitter]]
name = "second"
material = "sand"
centre = [0, 0, 2]
distribution = "normal"
grain_radius = "1 mm"
radius_deviation = "0.1 mm"
radius_min = "0.7 mm"
radius_max = "1.5 mm"
[[fill]]
name = "heap"
material = "glue"
min = [0, 0, 0]
max = ["0.1 m", "0.1 m", "0.1 m"]
packing = "random-loose"
volume_fraction = 0.2
distribution = "discrete"
radii = ["1 mm", "3 mm"]
shares = [2, 1]
shares_of = "mass"
)");
    EXPECT_FALSE(scene.environment.materials[0].fixed);
    EXPECT_TRUE(scene.environment.materials[1].fixed);
    ASSERT_EQ(grains::in(scene).emitters.size(), 2u);
    EXPECT_EQ(grains::in(scene).emitters[0].distribution, grains::Sizes::Distribution::Lognormal);
    EXPECT_EQ(grains::in(scene).emitters[0].radius_ratio, 1.3);
    EXPECT_EQ(smallestRadius(grains::in(scene).emitters[0]), 0.5e-3);
    EXPECT_EQ(largestRadius(grains::in(scene).emitters[0]), 2e-3);
    EXPECT_EQ(grains::in(scene).emitters[1].distribution, grains::Sizes::Distribution::Normal);
    EXPECT_EQ(grains::in(scene).emitters[1].radius_deviation, 1e-4);
    ASSERT_EQ(grains::in(scene).fills.size(), 1u);
    EXPECT_EQ(grains::in(scene).fills[0].packing, grains::Fill::Packing::RandomLoose);
    EXPECT_EQ(grains::in(scene).fills[0].volume_fraction, 0.2);
    EXPECT_THAT(grains::in(scene).fills[0].radii, testing::ElementsAre(1e-3, 3e-3));
    EXPECT_THAT(grains::in(scene).fills[0].shares, testing::ElementsAre(2, 1));
    EXPECT_EQ(grains::in(scene).fills[0].shares_of, grains::Sizes::ShareOf::Mass);
    EXPECT_TRUE(valuesOf(read(writeResolved(scene))) == valuesOf(scene));
}

}  // namespace
}  // namespace talus::scene
