#include "talus/run/picture/picture_passes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "talus/render/renderer.h"
#include "talus/run/picture/mean_image.h"

namespace talus::run {
namespace {

constexpr int width = 160, height = 120;

/// A ball and a wall, before and after they moved.
class PicturePasses : public testing::Test {
  protected:
    PicturePasses() {
        for (picture::Picture* picture : {&before, &now}) {
            picture->camera = picture::lookAt({0, -4, 0}, {0, 0, 0}, 0.7);
            picture->extent = geometry::Box{{-2, -2, -2}, {2, 2, 2}};
            picture->background.bottom = picture->background.top = {0, 0, 0};
            picture::Mesh wall;
            wall.position = {{-3, 1, -3}, {3, 1, -3}, {3, 1, 3}, {-3, 1, 3}};
            wall.normal.assign(4, {0, -1, 0});
            wall.colour = {{0, 0, 0}};
            wall.triangle = {{0, 1, 2}, {0, 2, 3}};
            wall.name = "wall";
            picture->meshes.push_back(wall);
        }
        now.spheres.push_back({now_centre, radius, {{1, 1, 1}}, now_id, 0, "ball"});
        before.spheres.push_back({before_centre, radius, {{1, 1, 1}}, before_id, 0, "ball"});
    }

    const io::PassChannel& channel(const std::string& name) const {
        for (const io::PassChannel& each : passes.channels)
            if (each.name == name) return each;
        ADD_FAILURE() << name;
        return passes.channels.front();
    }
    void draw() {
        auto renderer = render::Renderer::create(width, height);
        ASSERT_TRUE(renderer.ok()) << renderer.error().message;
        const auto light = (*renderer)->light(now, false);
        const auto data = (*renderer)->data(now);
        ASSERT_TRUE(light.ok() && data.ok());
        const EarlierPositions earlier = earlierPositions(now, before);
        passes = passesOf(now, *light, *data, &earlier, {true, true, true, true});
    }
    static std::size_t pixelAt(double x, double y) {
        return static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x);
    }

    // The order of balls differs between frames; ids tell which is which.
    const std::vector<Vec3d> before_centre{{5, 0, 9}, {-0.1, 0, 0.05}},
        now_centre{{0.1, 0, -0.05}, {5, 0, 9}};
    const std::vector<std::uint32_t> before_id{7, 3}, now_id{3, 7};
    const std::vector<double> radius{0.2};
    picture::Picture before, now;
    io::PassImage passes;
};

TEST_F(PicturePasses, MotionOfABallIsThatOfItsCentre) {
    draw();
    const auto from = picture::project(now.camera, width, height, before_centre[1]),
               to = picture::project(now.camera, width, height, now_centre[0]);
    const std::size_t ball = pixelAt(to.x, to.y), wall = pixelAt(3, 60);
    // The front of the ball is nearer to the camera than its centre, by 0.2 m of 4 m.
    EXPECT_NEAR(channel("motion.X").values[ball], (to.x - from.x) * 4 / 3.8, 0.02);
    EXPECT_NEAR(channel("motion.Y").values[ball], (to.y - from.y) * 4 / 3.8, 0.02);
    EXPECT_NEAR(channel("motion.X").values[wall], 0, 1e-3);
    EXPECT_NEAR(channel("motion.Y").values[wall], 0, 1e-3);
}

TEST_F(PicturePasses, AWallThatMovesAndACameraThatMovesShift) {
    for (Vec3d& p : now.meshes[0].position) p.x += 0.25;
    draw();
    const double pixel = 5 * 2 * std::tan(0.35) / height;  // [m] at the distance of the wall
    EXPECT_NEAR(channel("motion.X").values[pixelAt(20, 60)], 0.25 / pixel, 0.01);
    now.meshes = before.meshes;
    before.camera.position.x -= 0.25;
    before.camera.target.x -= 0.25;
    draw();
    EXPECT_NEAR(channel("motion.X").values[pixelAt(20, 60)], -0.25 / pixel, 0.01);
    EXPECT_NEAR(channel("motion.Y").values[pixelAt(20, 60)], 0, 0.01);
}

TEST_F(PicturePasses, ObjectsHaveTheNumbersOfTheirNames) {
    draw();
    const auto to = picture::project(now.camera, width, height, now_centre[0]);
    const auto& numbers = channel("objectId").numbers;
    EXPECT_EQ(numbers[pixelAt(to.x, to.y)], objectNumber("ball"));
    EXPECT_EQ(numbers[pixelAt(3, 60)], objectNumber("wall"));
    EXPECT_NE(objectNumber("ball"), objectNumber("wall"));
    EXPECT_EQ(passes.objects.at("ball"), objectNumber("ball"));
    EXPECT_EQ(passes.objects.size(), 2u);
}

// The smear is as long as the way of the ball, times the share of it that the shutter shows.
TEST_F(PicturePasses, ASmearIsAsLongAsTheWay) {
    now.meshes.clear();
    auto renderer = render::Renderer::create(width, height);
    ASSERT_TRUE(renderer.ok()) << renderer.error().message;
    const auto spanOf = [](const io::Image& image) {
        int first = width, last = -1;
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                if (image.pixel(x, y)[0] > 20) {
                    first = std::min(first, x);
                    last = std::max(last, x);
                }
        return last - first;
    };
    const EarlierPositions earlier = earlierPositions(now, before);
    const auto sharp = (*renderer)->draw(now);
    ASSERT_TRUE(sharp.ok());
    MeanImage mean;
    for (int k = 0; k < 9; ++k) {
        std::vector<std::vector<Vec3d>> centres;
        const auto image = (*renderer)->draw(pictureBetween(now, earlier, k / 8.0, centres));
        ASSERT_TRUE(image.ok());
        mean.add(*image);
    }
    const auto from = picture::project(now.camera, width, height, before_centre[1]),
               to = picture::project(now.camera, width, height, now_centre[0]);
    EXPECT_NEAR(spanOf(mean.mean()) - spanOf(*sharp), to.x - from.x, 1.5);
    std::vector<std::vector<Vec3d>> centres;
    EXPECT_EQ((*renderer)->draw(pictureBetween(now, earlier, 1, centres))->rgb, sharp->rgb);
}

TEST(MeanImageTest, IsTheMeanOfLight) {
    io::Image black(1, 1), white(1, 1);
    white.rgb = {255, 255, 255};
    MeanImage mean;
    mean.add(black);
    mean.add(white);
    EXPECT_EQ(mean.mean().rgb[0], 188);  // sRGB of half the light
    MeanImage one;
    one.add(white);
    EXPECT_EQ(one.mean(), white);
}

TEST(MeanImageTest, LightHasAMeanOfLightAndAlpha) {
    MeanLight mean;
    mean.add({1, 1, {4, 0, 1}, {1}});
    mean.add({1, 1, {0, 0, 0}, {0}});
    EXPECT_EQ(mean.mean().rgb, (std::vector<float>{2, 0, 0.5f}));
    EXPECT_EQ(mean.mean().alpha, (std::vector<float>{0.5f}));
}

TEST(ParsePasses, NamesWhatThereIs) {
    const auto two = parsePasses("depth,object");
    ASSERT_TRUE(two.ok());
    EXPECT_EQ(*two, (Passes{true, false, false, true}));
    for (const char* wrong : {"", "depth,", "colour", "depth motion"}) {
        const auto bad = parsePasses(wrong);
        ASSERT_FALSE(bad.ok()) << wrong;
        EXPECT_NE(bad.error().message.find("depth, normal, motion, object"), std::string::npos);
    }
}

}  // namespace
}  // namespace talus::run
