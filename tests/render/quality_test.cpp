// What the levels of quality draw, and transparent pictures.
#include <gtest/gtest.h>

#include <set>

#include "tests/render/with_renderer.h"

namespace talus::render {
namespace {

constexpr int side = 96;

/// A white ball over a white floor in the sun, which throws a shadow to the right.
class Levels : public testing::Test {
  protected:
    Levels() {
        ::setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
        picture.camera = {{0, -3, 3}, {0.5, 0, 0}, {0, 0, 1}, 0.9};
        picture.extent = geometry::Box{{-2, -2, 0}, {2, 2, 2}};
        picture.light.to_sun = {-1, 0, 1};
        picture.light.sun_radius = 0.01;
        picture.background.top = picture.background.bottom = {0.1f, 0.2f, 0.4f};
        picture.obstacles = {{geometry::Plane{{0, 0, 0}, {0, 0, 1}}}};
        picture.spheres.push_back({centre, radius, {{1, 1, 1}}, {}, 0, "ball"});
    }
    io::Image drawn(Level level, bool transparent = false) {
        auto renderer = Renderer::create(side, side, qualityOf(level));
        EXPECT_TRUE(renderer.ok()) << renderer.error().message;
        auto image = transparent ? (*renderer)->drawTransparent(picture) : (*renderer)->draw(picture);
        EXPECT_TRUE(image.ok()) << image.error().message;
        return image.ok() ? *image : io::Image(side, side);
    }
    int groundAt(const io::Image& image, double x) const {
        const picture::Projected p = picture::project(picture.camera, side, side, {x, 0, 0});
        return image.pixel(int(p.x), int(p.y))[1];
    }
    /// How many shares of a pixel there are between nothing and all.
    static std::size_t shades(const io::Image& image) {
        const std::set<std::uint8_t> all(image.alpha.begin(), image.alpha.end());
        return all.size() - 2;
    }

    const std::vector<Vec3d> centre{{0, 0, 0.8}};
    const std::vector<double> radius{0.3};
    Picture picture;
};

TEST_F(Levels, OnlyDraftsHaveNoShadows) {
    const io::Image draft = drawn(Level::Draft), final = drawn(Level::Final), best = drawn(Level::Best);
    EXPECT_NEAR(groundAt(draft, 0.8), groundAt(draft, 1.4), 2);
    EXPECT_LT(groundAt(final, 0.8), 0.85 * groundAt(final, 1.4));
    EXPECT_LT(groundAt(best, 0.8), 0.85 * groundAt(best, 1.4));
}

TEST_F(Levels, EdgesHaveAsManyShadesAsThereAreSamples) {
    picture.obstacles.clear();
    EXPECT_EQ(shades(drawn(Level::Final, true)), 3u);  // of four samples 1, 2 or 3
    EXPECT_EQ(shades(drawn(Level::Best, true)), 8u);
}

// The sun is a disc. Each pixel of a penumbra asks a few points of it at random, the best more of them.
TEST_F(Levels, ThePenumbraOfTheBestHasLessNoise) {
    picture.light.sun_radius = 0.25;
    const picture::Projected middle = picture::project(picture.camera, side, side, {0.8, 0, 0});
    const auto noise = [&](const io::Image& image) {
        double sum = 0;
        for (int y = int(middle.y) - 10; y < int(middle.y) + 10; ++y)
            for (int x = int(middle.x) - 10; x < int(middle.x) + 10; ++x)
                sum +=
                    std::abs(4 * image.pixel(x, y)[1] - image.pixel(x - 1, y)[1] - image.pixel(x + 1, y)[1] -
                             image.pixel(x, y - 1)[1] - image.pixel(x, y + 1)[1]);
        return sum;
    };
    EXPECT_LT(noise(drawn(Level::Best)), 0.7 * noise(drawn(Level::Final)));
}

TEST_F(Levels, ATransparentPictureOverItsBackgroundIsTheOpaqueOne) {
    picture.obstacles.clear();
    picture.caption = "1.00 s";
    const io::Image clear = drawn(Level::Final, true);
    picture.caption.clear();
    const io::Image opaque = drawn(Level::Final);
    EXPECT_TRUE(opaque.alpha.empty());
    ASSERT_EQ(clear.alpha.size(), std::size_t(side) * side);
    EXPECT_EQ(clear.alpha.front(), 0);
    const auto root = [](std::uint8_t c) { return std::sqrt(picture::linearFromSrgb(float(c) / 255)); };
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) {
            const float alpha = float(clear.alpha[std::size_t(y) * side + std::size_t(x)]) / 255;
            for (int c = 0; c < 3; ++c) {
                // Samples are averaged in square roots of light (shaders/common.h).
                const float over =
                    alpha * root(clear.pixel(x, y)[c]) + (1 - alpha) * root(opaque.pixel(0, 0)[c]);
                ASSERT_NEAR(over, root(opaque.pixel(x, y)[c]), 0.02) << x << ' ' << y;
            }
        }
}

TEST_F(Levels, ADraftIsNotTransparent) {
    auto renderer = Renderer::create(side, side, draftQuality());
    ASSERT_TRUE(renderer.ok());
    const auto image = (*renderer)->drawTransparent(picture);
    ASSERT_FALSE(image.ok());
    EXPECT_NE(image.error().message.find("final or best"), std::string::npos);
}

}  // namespace
}  // namespace talus::render
