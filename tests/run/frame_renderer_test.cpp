// Pictures of frames with motion blur, without background, and with passes.
#include "talus/run/picture/frame_renderer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "talus/scene/reader.h"

namespace talus::run {
namespace {

using ::testing::HasSubstr;

constexpr int width = 160, height = 120;

/// A white ball flies to the right, without gravity, over a brick.
const std::string text = R"(
format = 1
name = "flight"
[time]
duration = "0.2 s"
frame_interval = "0.1 s"
[world]
gravity = [0, 0, 0]
[[material]]
name = "chalk"
density = 2500
colour = [1, 1, 1]
[[contact]]
between = ["chalk", "chalk"]
[[grain]]
material = "chalk"
position = [-0.5, 0, 0]
radius = "0.1 m"
velocity = [5, 0, 0]
[[wall]]
name = "brick"
material = "chalk"
shape = "box-outside"
min = [0.1, -0.1, -0.4]
max = [0.3, 0.1, -0.3]
[[camera]]
name = "main"
position = [0, -4, 0]
target = [0, 0, 0]
fov = "40 deg"
[render]
background = [0, 0, 0]
)";

class Flight : public testing::Test {
  protected:
    Flight()
        : scene(*scene::readScene(text, "flight.toml").scene),
          start(scene::Simulation::build(scene, exec::Exec::cpu(1)).value()),
          later(scene::Simulation::build(scene, exec::Exec::cpu(1)).value()) {
        while (later.clock().frame(later.world().step) < 1) later.advance(1);
        before = *frameOfAll(start);
        now = *frameOfAll(later);
        options.size = {width, height};
        options.caption = false;
    }
    FrameRenderer renderer() const {
        auto made = FrameRenderer::create(scene, options);
        EXPECT_TRUE(made.ok()) << made.error().message;
        return std::move(*made);
    }
    io::Image drawn(const Frame* earlier) const {
        auto image = renderer().draw(now, earlier);
        EXPECT_TRUE(image.ok()) << image.error().message;
        return *image;
    }
    /// The first and the last column that is not dark in the middle row.
    static std::pair<int, int> spanOf(const io::Image& image) {
        int first = width, last = -1;
        for (int x = 0; x < width; ++x)
            if (image.pixel(x, height / 2)[0] > 12) {
                first = std::min(first, x);
                last = std::max(last, x);
            }
        return {first, last};
    }
    /// The way of the ball between the two frames [pixels].
    double way() const {
        const auto camera = picture::lookAt({0, -4, 0}, {0, 0, 0}, scene.cameras[0].fov);
        return picture::project(camera, width, height, {0, 0, 0}).x -
               picture::project(camera, width, height, {-0.5, 0, 0}).x;
    }

    scene::Scene scene;
    scene::Simulation start, later;  ///< frames are views of them
    Frame before, now;
    DrawOptions options;
};

TEST_F(Flight, ASmearEndsAtTheFrameAndIsAsLongAsTheShutterIsOpen) {
    options.transparent = true;  // no background
    const auto sharp = spanOf(drawn(nullptr));
    options.blur = 9;
    EXPECT_EQ(spanOf(drawn(nullptr)), sharp) << "the first frame has none before it";
    for (const double shutter : {1.0, 0.5}) {
        options.shutter = shutter;
        const auto smear = spanOf(drawn(&before));
        EXPECT_NEAR(smear.second, sharp.second, 1) << shutter;
        EXPECT_NEAR(smear.first, sharp.first - shutter * way(), 1.5) << shutter;
    }
    options.shutter = 0;
    EXPECT_EQ(spanOf(drawn(&before)), sharp);
}

TEST_F(Flight, BlurThatCannotBeIsRefused) {
    for (const auto& [blur, shutter] : {std::pair{0, 1.0}, {257, 1.0}, {4, 1.5}, {4, -0.1}}) {
        options.blur = blur;
        options.shutter = shutter;
        const auto made = FrameRenderer::create(scene, options);
        ASSERT_FALSE(made.ok()) << blur;
        EXPECT_THAT(made.error().message, HasSubstr("1 to 256 pictures"));
    }
}

TEST_F(Flight, TransparentIsAllButTheBallAndTheBrick) {
    scene.render.background = {0.5, 0.5, 0.5};
    options.view = picture::lookAt({0, -2, 2}, {0, 0, 0}, 0.7);  // down onto the table below the scene
    const picture::Projected beside = picture::project(*options.view, width, height, {-0.25, 0, -0.4});
    const int x = int(beside.x), y = int(beside.y);
    const io::Image opaque = drawn(nullptr);
    EXPECT_TRUE(opaque.alpha.empty());
    EXPECT_GT(std::abs(opaque.pixel(x, y)[0] - 0.5 * 255), 10) << "the table in the sun";
    options.transparent = true;
    const io::Image image = drawn(nullptr);
    ASSERT_EQ(image.alpha.size(), std::size_t(width) * height);
    const auto alphaAt = [&](int column, int row) {
        return int(image.alpha[std::size_t(row) * width + std::size_t(column)]);
    };
    EXPECT_EQ(alphaAt(width / 2, height / 2), 255);
    EXPECT_EQ(alphaAt(2, 2), 0);
    EXPECT_EQ(alphaAt(x, y), 0) << "the table is only there for opaque pictures";
}

TEST_F(Flight, TheCaptionIsLeftOutWhereItIsNotWanted) {
    const io::Image without = drawn(nullptr);
    options.caption = true;
    EXPECT_NE(drawn(nullptr).rgb, without.rgb);
}

TEST_F(Flight, PassesHaveTheBlurInTheirColoursAndTheWayInTheirMotion) {
    options.transparent = true;
    options.blur = 5;
    options.passes = {.depth = true, .normal = true, .motion = true, .object = true};
    FrameRenderer made = renderer();
    EXPECT_TRUE(made.needsBefore());
    const auto passes = made.drawPasses(now, &before);
    ASSERT_TRUE(passes.ok()) << passes.error().message;
    const auto channel = [&](const std::string& name) {
        for (const io::PassChannel& each : passes->channels)
            if (each.name == name) return each;
        ADD_FAILURE() << name;
        return passes->channels.front();
    };
    const std::size_t ball = std::size_t(height / 2) * width + width / 2,
                      trail = ball - std::size_t(way() / 2);
    EXPECT_GT(channel("A").values[trail], 0.1f) << "the smear";
    EXPECT_LT(channel("A").values[trail], 0.9f);
    EXPECT_TRUE(std::isinf(channel("Z").values[trail])) << "only where the ball is in this frame";
    EXPECT_NEAR(channel("Z").values[ball], 3.9f, 0.02f);
    EXPECT_LT(channel("N.Y").values[ball], -0.9f) << "towards the camera";
    EXPECT_NEAR(channel("motion.X").values[ball], way() * 4 / 3.9, 0.5);
    EXPECT_NEAR(channel("motion.Y").values[ball], 0, 0.1);
    EXPECT_EQ(passes->objects.count("grains"), 1u);
}

TEST_F(Flight, QualityIsThatOfTheOptions) {
    const io::Image final = drawn(nullptr);
    options.quality = render::Level::Draft;
    const io::Image draft = drawn(nullptr);
    options.quality = render::Level::Best;
    const io::Image best = drawn(nullptr);
    EXPECT_NE(final.rgb, draft.rgb);
    EXPECT_NE(final.rgb, best.rgb);
    options.transparent = true;
    options.quality = render::Level::Draft;
    const auto refused = renderer().draw(now);
    EXPECT_FALSE(refused.ok());
}

}  // namespace
}  // namespace talus::run
