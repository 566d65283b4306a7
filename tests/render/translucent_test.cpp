// Things that one sees through.
#include "talus/render/translucent.h"

#include "tests/render/with_renderer.h"

namespace talus::render {
namespace {

using namespace picture;  // what is drawn

constexpr float opacity = 0.3f;

/// A box in front of a ball, with a floor below.
class Translucent : public WithRenderer {
  protected:
    Translucent() {
        picture.camera = {{0, -4, 1}, {0, 0, 0}, {0, 0, 1}, 0.9};
        picture.extent = geometry::Box{{-1, -1, -0.5}, {1, 1, 1}};
        Spheres set;
        set.centre = {&centre, 1};
        set.radius = {&radius, 1};
        set.colour = {Colour{0.9f, 0.1f, 0.1f}};
        set.grain = 0;
        picture.spheres.push_back(set);
        picture.obstacles.push_back({geometry::Plane{{0, 0, -0.5}, {0, 0, 1}}});
        picture.obstacles.push_back({geometry::Box{{-0.6, -1, -0.4}, {0, -0.9, 0.4}}});
        picture.obstacles.push_back({geometry::Sphere{{0.5, -1, 0}, 0.2}});
        Mesh sheet;
        sheet.position = {{-0.6, -1.2, 0.5}, {0.6, -1.2, 0.5}, {0.6, -1.2, 0.8}};
        sheet.normal.assign(3, {0, -1, 0});
        sheet.colour = {Colour{0.1f, 0.2f, 0.8f}};
        sheet.triangle = {{0, 1, 2}};
        picture.meshes.push_back(sheet);
    }
    Picture seenThrough() const {
        Picture made = picture;
        made.opacity = opacity;
        made.obstacles[1].translucent = made.obstacles[2].translucent = made.meshes[0].translucent = true;
        return made;
    }
    Picture without() const {
        Picture made = picture;
        made.obstacles.resize(1);
        made.meshes.clear();
        return made;
    }
    /// Expects the mean of two pictures. Tolerance: bytes are rounded twice.
    static void expectMean(const io::Image& mixed, const io::Image& with, const io::Image& behind) {
        int differ = 0, wrong = 0;
        for (std::size_t k = 0; k < mixed.rgb.size(); ++k) {
            const auto light = [&](const io::Image& image) {
                return double(linearFromSrgb(float(image.rgb[k]) / 255));
            };
            const double expected = double(opacity) * light(with) + (1 - double(opacity)) * light(behind);
            const double shown = 255 * double(srgbFromLinear(float(expected)));
            wrong += std::abs(mixed.rgb[k] - shown) > 0.51;
            differ += with.rgb[k] != behind.rgb[k];
        }
        EXPECT_GT(differ, 10'000) << "the box, the sphere and the sheet are seen";
        EXPECT_EQ(wrong, 0);
    }

    Vec3d centre{0, 0, 0};
    double radius = 0.4;
};

TEST_F(Translucent, APictureIsTheMeanOfOneWithAndOneWithoutThem) {
    expectMean(drawn(seenThrough()), drawn(), drawn(without()));
}

TEST_F(Translucent, InDraftsAlsoFromAnotherCamera) {
    auto made = Renderer::create(width, height, draftQuality());
    ASSERT_TRUE(made) << made.error().message;
    Renderer& draft = **made;
    const io::Image mixed = draft.draw(seenThrough()).value();
    expectMean(mixed, draft.draw(picture).value(), draft.draw(without()).value());
    Picture moved = seenThrough();
    (void)draft.draw(moved);
    moved.camera.position = {0.5, -4, 1.5};
    const io::Image again = draft.drawAgain(moved).value();
    EXPECT_NE(again, mixed);
    EXPECT_EQ(again, draft.draw(moved).value());
}

TEST_F(Translucent, OpacityOneIsSolidAndNoneOrMoreIsAnError) {
    Picture made = seenThrough();
    made.opacity = 1;
    EXPECT_EQ(drawn(made), drawn());
    for (const float wrong : {0.0f, 1.5f, -1.0f}) {
        made.opacity = wrong;
        EXPECT_FALSE(renderer->draw(made));
    }
}

TEST_F(Translucent, TransparentPicturesHaveTheShareOfBoth) {
    Picture made = seenThrough();
    made.obstacles.erase(made.obstacles.begin());  // no floor: nothing is behind the sheet
    const io::Image image = renderer->drawTransparent(made).value();
    const auto [low, high] = std::minmax_element(image.alpha.begin(), image.alpha.end());
    EXPECT_EQ(*low, 0);
    EXPECT_EQ(*high, 255) << "the ball";
    EXPECT_GT(std::count(image.alpha.begin(), image.alpha.end(), std::uint8_t(std::lround(255 * opacity))),
              1000)
        << "the things before the background";
}

TEST_F(Translucent, PassesLeaveThemOut) {
    const PixelData seen = renderer->data(seenThrough()).value(), solid = renderer->data(without()).value();
    EXPECT_EQ(seen.depth, solid.depth);
}

}  // namespace
}  // namespace talus::render
