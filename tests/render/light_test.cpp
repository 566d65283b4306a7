// Pictures in scene-linear light.
#include <gtest/gtest.h>

#include "talus/render/tone_mapping.h"
#include "tests/render/with_renderer.h"

namespace talus::render {
namespace {

class Light : public WithRenderer {
  protected:
    Light() {
        picture.camera = picture::lookAt({0, -4, 1}, {0, 0, 0}, 0.6);
        picture.extent = geometry::Box{{-1, -1, -1}, {1, 1, 1}};
        picture.background.top = picture.background.bottom = {0.3f, 0.5f, 0.7f};
        picture.spheres.push_back({centre, radius, {{0.8f, 0.3f, 0.2f}}, {}, 0, "ball"});
    }
    static LightImage lightOf(const Picture& picture, bool transparent = false) {
        auto light = renderer->light(picture, transparent);
        EXPECT_TRUE(light.ok()) << light.error().message;
        return light.ok() ? std::move(*light) : LightImage{};
    }
    static std::array<float, 3> at(const LightImage& image, int x, int y) {
        const std::size_t p = 3 * (std::size_t(y) * width + std::size_t(x));
        return {image.rgb[p], image.rgb[p + 1], image.rgb[p + 2]};
    }
    /// A glowing puff.
    void addGlow(const Vec3d& place) {
        glow_centre = {place};
        picture::Sprites glow;
        glow.centre = glow_centre;
        glow.radius = glow_radius;
        glow.colour = {{1, 0.8f, 0.4f}};
        glow.emission = {1};
        glow.brightness = 6;
        glow.texture = 0;
        picture.sprites.push_back(glow);
    }

    const std::vector<Vec3d> centre{{0, 0, 0}};
    const std::vector<double> radius{0.7};
    std::vector<Vec3d> glow_centre;
    const std::vector<double> glow_radius{0.5};
};

TEST_F(Light, IsWhatToneMappingShows) {
    const io::Image shown = drawn();
    const LightImage light = lightOf(picture);
    ASSERT_EQ(light.rgb.size(), shown.rgb.size());
    EXPECT_TRUE(light.alpha.empty());
    for (const auto [x, y] : {std::pair{160, 120}, {140, 100}, {175, 130}, {5, 5}, {310, 10}}) {
        const auto mapped = toneMapped(at(light, x, y));
        for (std::size_t c = 0; c < 3; ++c)
            EXPECT_NEAR(255 * picture::srgbFromLinear(mapped[c]), shown.pixel(x, y)[c], 2) << x << ' ' << y;
    }
}

TEST_F(Light, IsNotCutOffWhereItIsBright) {
    addGlow({0, -1, 0});
    const LightImage light = lightOf(picture);
    EXPECT_GT(at(light, 160, 120)[0], 2);
    EXPECT_LE(drawn().pixel(160, 120)[0], 255);
}

TEST_F(Light, HasNoCaptionAndNoLegend) {
    const LightImage plain = lightOf(picture);
    picture.caption = "1.00 s";
    EXPECT_EQ(lightOf(picture).rgb, plain.rgb);
}

// Over its own background a transparent picture is the opaque one.
TEST_F(Light, IsMultipliedWithAlpha) {
    addGlow({0.8, 0, 0.3});
    const LightImage opaque = lightOf(picture), clear = lightOf(picture, true);
    const auto behind = lightShownAs(picture.background.top);
    ASSERT_EQ(clear.alpha.size() * 3, clear.rgb.size());
    EXPECT_EQ(clear.alpha.front(), 0);
    EXPECT_EQ(clear.rgb.front(), 0);
    double sum = 0;
    for (std::size_t p = 0; p < clear.alpha.size(); ++p)
        for (std::size_t c = 0; c < 3; ++c) {
            const float over = clear.rgb[3 * p + c] + (1 - clear.alpha[p]) * behind[c];
            // Where a puff ends at the outline of a ball, alpha knows only the puff of the whole pixel.
            ASSERT_NEAR(over, opaque.rgb[3 * p + c], 0.02) << p;
            sum += std::abs(over - opaque.rgb[3 * p + c]);
        }
    EXPECT_LT(sum / static_cast<double>(clear.rgb.size()), 1e-3);
}

TEST(LightOfDrafts, IsLinearToo) {
    auto renderer = Renderer::create(64, 64, draftQuality());
    ASSERT_TRUE(renderer.ok()) << renderer.error().message;
    Picture picture;
    picture.camera = picture::lookAt({0, -4, 1}, {0, 0, 0}, 0.6);
    picture.background.top = picture.background.bottom = {0.3f, 0.5f, 0.7f};
    const auto light = (*renderer)->light(picture, false);
    ASSERT_TRUE(light.ok()) << light.error().message;
    const auto behind = lightShownAs(picture.background.top);
    for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(light->rgb[c], behind[c], 1e-3);
    EXPECT_FALSE((*renderer)->light(picture, true).ok());
}

TEST(ToneMapping, IsUndone) {
    for (const float peak : {0.01f, 0.06f, 0.3f, 0.9f, 2.0f, 5.0f}) {
        const std::array<float, 3> light{peak, 0.7f * peak, 0.4f * peak};
        const auto back = lightShownAs(toneMapped(light));
        for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(back[c], light[c], 2e-3 * peak) << peak;
    }
}

}  // namespace
}  // namespace talus::render
