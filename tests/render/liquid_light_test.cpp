// Light and colour of liquids: absorption, reflection, tints and foam.
#include "tests/render/liquid_picture.h"

namespace talus::render {
namespace {

class LiquidLight : public DrawingLiquids {};

// Beer and Lambert: what shows through 1 m with the absorptions a is exp(-a) of what shows through clear
// liquid. Both have the same reflection at the surface, which black liquid shows alone. Tolerance: that of
// the mean thickness of the layer of balls, whose lattice is off by up to a quarter of a spacing of 20.
TEST_F(LiquidLight, AWhiteFloorUnderOneMetreIsTintedByItsAbsorption) {
    lookDown();
    const Particles water = flatPool(1, 0.05);
    const auto seen = [&](Vec3d absorption) {
        picture.liquids.clear();
        add(water, {absorption, 0, {}, 1.333f, 0});
        return drawn();
    };
    const Vec3d absorption{0.8, 0.4, 0.15};
    const io::Image clear = seen({}), tinted = seen(absorption);
    const double reflected = 0.02;  // of the sky, at right angles: ((n - 1) / (n + 1))^2, times about 1
    for (int c = 0; c < 3; ++c) {
        const double a = c == 0 ? absorption.x : c == 1 ? absorption.y : absorption.z;
        const double ratio =
            (meanLight(tinted, c) - reflected * 0.5) / (meanLight(clear, c) - reflected * 0.5);
        EXPECT_NEAR(ratio, std::exp(-a), 0.04) << c;
    }
}

// Liquid like paint shows the colour of its tint, lit by how its surface lies to the sun. With the sun at 45
// degrees the sun's part changes by 1 % for 0.01 rad of slope: its spread over the pool is that of the
// normals, and its mean is that of a level floor of the same colour, less what the surface reflects (2 %, and
// a little of the sky comes back).
TEST_F(LiquidLight, AFlatPoolIsFlat) {
    lookDown();
    picture.light.sun_strength = 0.4f;
    picture.light.to_sun = {0.7, 0, 0.7};
    const Colour grey{0.6f, 0.6f, 0.6f};
    picture.obstacles[0].colour = grey;
    const double floor = meanLight(drawn(), 1);
    const Particles water = flatPool(0.4, 0.04);
    add(water, {{0, 0, 0}, 3000, grey, 1.333f, 0});
    const io::Image image = drawn();
    EXPECT_NEAR(meanLight(image, 1), 0.98 * floor + 0.01, 0.02 * floor);
    double squares = 0;
    int count = 0;
    const double mean = meanLight(image, 1, 60);
    for (int y = height / 2 - 60; y < height / 2 + 60; ++y)
        for (int x = width / 2 - 60; x < width / 2 + 60; ++x, ++count)
            squares += std::pow(lightOf(image.pixel(x, y)[1]) - mean, 2);
    EXPECT_LT(std::sqrt(squares / count), 0.02 * mean);
}

// A layer of water one ball thick on a dark floor, its rim all around in the picture: the round outsides of
// its balls would show the sun as white crescents. What it shows is the floor, and of the sky some 2 %.
TEST_F(LiquidLight, AThinLayerHasNoGlintsAtItsShore) {
    lookDown();
    picture.light.sun_strength = 1;
    picture.light.to_sun = {0.8, 0, 0.6};
    picture.obstacles[0].colour = {0.3f, 0.3f, 0.3f};
    const double floor = meanLight(drawn(), 1);
    const Particles water =
        filled({{0.6, 0.6, 0}, {1.4, 1.4, 0.05}}, 0.05, 0.25, [](const Vec3d&) { return true; });
    add(water);
    const io::Image image = drawn();
    double brightest = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) brightest = std::max(brightest, lightOf(image.pixel(x, y)[1]));
    EXPECT_LT(brightest, 1.3 * floor) << floor;
}

TEST_F(LiquidLight, ShadowOnTheGroundIsTinted) {
    lookDown();
    picture.light = {.to_sun = {0, 0, 1}, .sun_strength = 0.3f};
    // A slab above the ground, beside the view: the sun comes through it aslant.
    const Particles slab = filled({{0, 2.0, 1}, {2, 4, 1.5}}, 0.05, 0.25, [](const Vec3d&) { return true; });
    picture.light.to_sun = {0, 2, 1.25};
    picture.extent = geometry::Box{{0, 0, 0}, {2, 4, 2}};
    const io::Image bare = drawn();
    add(slab, {{6, 0, 0}, 0, {}, 1.333f, 0});
    const io::Image shaded = drawn();
    EXPECT_LT(meanLight(shaded, 0, 10), 0.8 * meanLight(bare, 0, 10));
    EXPECT_GT(meanLight(shaded, 2, 10), 0.8 * meanLight(bare, 2, 10));
}

TEST_F(LiquidLight, FoamIsWhite) {
    lookDown();
    picture.obstacles[0].colour = {0.2f, 0.2f, 0.2f};
    Particles water = flatPool(0.3, 0.05);
    add(water);
    const double dark = meanLight(drawn(), 1);
    water.foam.assign(water.centre.size(), 1);
    picture.liquids.clear();
    add(water);
    EXPECT_GT(meanLight(drawn(), 1), 2 * dark);
}

TEST_F(LiquidLight, ParticlesHaveTintsOfTheirOwn) {
    lookDown();
    const Particles water = flatPool(0.3, 0.05);
    std::vector<Colour> tint;
    for (const Vec3d& p : water.centre)
        tint.push_back(p.x < 1 ? Colour{0.9f, 0.1f, 0.1f} : Colour{0.1f, 0.9f, 0.1f});
    const std::vector<float> scattering(water.centre.size(), 2000);
    add(water);
    picture.liquids[0].tint = tint;
    picture.liquids[0].scattering = scattering;
    const io::Image image = drawn();
    EXPECT_TRUE(isRed(image.pixel(width / 2 - 40, height / 2)));
    const std::uint8_t* right = image.pixel(width / 2 + 40, height / 2);
    EXPECT_GT(right[1], 1.5 * right[0]);
}

}  // namespace
}  // namespace talus::render
