// Pictures of liquids: what is drawn and what is hidden.
#include <limits>

#include "tests/render/liquid_picture.h"

namespace talus::render {
namespace {

TEST_F(DrawingLiquids, NoParticlesDrawNothing) {
    picture.obstacles = {{geometry::Plane{{0, 0, 0}, {0, 0, 1}}}};
    const io::Image without = drawn();
    add(Particles{});
    EXPECT_EQ(drawn(), without);
}

TEST_F(DrawingLiquids, TheSamePictureGivesTheSameBytes) {
    const Particles water = pool(2, 0.5, 0.1, 0.06);
    picture.obstacles = {{geometry::Plane{{0, 0, 0}, {0, 0, 1}}}};
    add(water, lake_water);
    const io::Image first = drawn();
    EXPECT_EQ(drawn(), first);
    auto other = Renderer::create(width, height);
    ASSERT_TRUE(other.ok());
    const auto again = (*other)->draw(picture);
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(*again, first);
}

TEST_F(DrawingLiquids, SolidsInFrontHideTheLiquid) {
    const Particles water = pool(2, 0.5, 0.1, 0.06);
    picture.camera = {{1, -4, 0.4}, {1, 0, 0.4}, {0, 0, 1}, 0.4};
    picture.obstacles = {{geometry::Box{{-3, -1, -3}, {5, -0.9, 4}}, {0.7f, 0.6f, 0.5f}}};
    picture.light.sun_strength = 0;  // or its shade would be seen
    const io::Image wall = drawn();
    add(water, milk);
    EXPECT_LE(largestDifference(drawn(), wall), 1) << "the rounding of samples that are kept apart";
    picture.obstacles.clear();
    EXPECT_GT(largestDifference(drawn(), wall), 20);
}

TEST_F(DrawingLiquids, ABallInItIsSeenThroughItAndOneInMilkIsNot) {
    lookDown();
    const Particles water = flatPool(0.5, 0.05);
    addBall({1, 1, 0.2}, 0.12, {0.9f, 0.1f, 0.1f});
    add(water);
    EXPECT_TRUE(isRed(drawn().pixel(width / 2, height / 2)));
    picture.liquids[0].matter = milk;
    EXPECT_FALSE(isRed(drawn().pixel(width / 2, height / 2)));
}

TEST_F(DrawingLiquids, SpritesBehindTheSurfaceAreNotSeen) {
    lookDown();
    const Particles water = flatPool(0.5, 0.05);
    add(water, milk);
    std::vector<Vec3d> centre{{1, 1, 0.1}};
    const std::vector<double> radius{0.15};
    Sprites puff;
    puff.radius = radius;
    puff.colour = {{0, 0, 0}};
    const auto shown = [&](double z) {
        centre[0].z = z;
        puff.centre = centre;
        picture.sprites = {puff};
        return meanLight(drawn(), 1, 5);
    };
    EXPECT_LT(shown(1.5), 0.5 * shown(0.1));
}

TEST_F(DrawingLiquids, PictureBoundsIncludeLiquids) {
    const Particles water = flatPool(0.5, 0.1);
    add(water);
    const geometry::Box box = boundsOf(picture);
    EXPECT_NEAR(box.max.x, 2, 0.1);
    EXPECT_NEAR(box.max.z, 0.5, 0.1);
    EXPECT_NEAR(box.min.y, 0, 0.1);
}

// Terrain lies where its map says, a projected system's metres from its origin: the same water in the same
// open tank looks the same there. A level of brightness in the mean is what its floor's texture changes by.
TEST_F(DrawingLiquids, WaterAtMapCoordinatesIsDrawnToo) {
    const Vec3d far_off{682000, 5156000, 3000};
    const auto drawnAt = [&](const Vec3d& shift) {
        picture = {};
        picture.camera = lookAt(shift + Vec3d{0.9, -2, 2.2}, shift + Vec3d{1, 1, 0.3}, 0.7);
        picture.extent = geometry::Box{shift, shift + Vec3d{2, 2, 1}};
        picture.obstacles = {{geometry::Plane{shift, {0, 0, 1}}, {0.95f, 0.95f, 0.95f}}};
        picture.tanks = {
            {.box = {shift, shift + Vec3d{2, 2, 1.5}}, .open = {true, true, true, true, true, true}}};
        Particles water = pool(2, 0.4, 0.05, 0.1);
        for (Vec3d& p : water.centre) p += shift;
        add(water, {{0.02f, 0.4f, 0.9f}, 3000, {0.1f, 0.3f, 0.6f}, 1.333f, 1});
        return drawn();
    };
    const io::Image here = drawnAt({}), there = drawnAt(far_off);
    double difference = 0;
    for (std::size_t i = 0; i < here.rgb.size(); ++i)
        difference += std::abs(double(here.rgb[i]) - double(there.rgb[i]));
    EXPECT_LT(difference / double(here.rgb.size()), 1);
}

TEST_F(DrawingLiquids, BadInputIsRefusedWithAReason) {
    Particles water = flatPool(0.2, 0.2);
    add(water);
    ASSERT_EQ(refused(), "drawn");
    const auto with = [&](auto change) {
        picture.liquids.clear();
        add(water);
        change(picture.liquids[0]);
        return refused();
    };
    const std::vector<float> two{0.5f, 0.5f};
    const std::vector<double> none{0.0};
    std::vector<float> wild(water.centre.size(), 1.5f);
    EXPECT_THAT(with([&](Liquid& l) { l.foam = two; }), testing::HasSubstr("centres but 2 foams"));
    EXPECT_THAT(with([&](Liquid& l) { l.foam = wild; }), testing::HasSubstr("foam 1.5; it must be 0 to 1"));
    EXPECT_THAT(with([&](Liquid& l) { l.radius = none; }), testing::HasSubstr("radius 0 m"));
    EXPECT_THAT(with([&](Liquid& l) { l.radius = {}; }), testing::HasSubstr("but 0 radii"));
    EXPECT_THAT(with([&](Liquid& l) { l.matter.absorption.y = -1; }), testing::HasSubstr("absorption"));
    EXPECT_THAT(with([&](Liquid& l) { l.matter.refractive_index = 0.5f; }),
                testing::HasSubstr("refractive index must be 1 to 3"));
    EXPECT_THAT(with([&](Liquid& l) { l.matter.roughness = 2; }), testing::HasSubstr("roughness"));
    water.centre[3].z = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THAT(with([](Liquid&) {}), testing::HasSubstr("particle 3 of liquid 0"));
}

}  // namespace
}  // namespace talus::render
