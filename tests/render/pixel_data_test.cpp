#include <gtest/gtest.h>

#include <cmath>

#include "tests/render/with_renderer.h"

namespace talus::render {
namespace {

using Kind = Thing::Kind;

class PixelDataTest : public WithRenderer {
  protected:
    PixelDataTest() { picture.camera = picture::lookAt({0.3, -4, 1}, {0, 0, 0.2}, 0.7); }

    static PixelData dataOf(const Picture& picture) {
        auto data = renderer->data(picture);
        EXPECT_TRUE(data.ok()) << data.error().message;
        return data.ok() ? std::move(*data) : PixelData{};
    }
    /// The ray through the middle of a pixel; its component along the direction of view is 1.
    Vec3d rayAt(int x, int y) const {
        const picture::CameraAxes axes = axesOf(picture.camera);
        const double slope = 2 * std::tan(0.5 * picture.camera.fov) / height;
        return axes.forward + axes.right * ((x + 0.5 - 0.5 * width) * slope) -
               axes.up * ((y + 0.5 - 0.5 * height) * slope);
    }
};

// The closed form of the distance to a sphere and its normal, in the middle of the picture and off the axis.
TEST_F(PixelDataTest, DepthAndNormalOfSmoothBallsAreExact) {
    const std::vector<Vec3d> centres{{0, 0, 0.2}, {1.1, 0.4, 0.7}};
    const std::vector<double> radii{0.5, 0.2};
    picture::Spheres balls{centres, radii, {{0.5f, 0.5f, 0.5f}}};
    balls.grain = 0;
    picture.spheres.push_back(balls);
    const PixelData data = dataOf(picture);
    int seen[2] = {0, 0};
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const std::size_t i = std::size_t(y) * width + std::size_t(x);
            if (data.thing[i].kind != Kind::Sphere) continue;
            const std::size_t ball = data.thing[i].item;
            const Vec3d ray = rayAt(x, y), from = picture.camera.position - centres[ball];
            const double a = dot(ray, ray), b = dot(ray, from),
                         c = dot(from, from) - radii[ball] * radii[ball];
            ASSERT_GE(b * b - a * c, -1e-4) << x << " " << y;
            if (b * b - a * c < 1e-3) continue;  // at the outline the depth is as steep as it gets
            const double depth = (-b - std::sqrt(b * b - a * c)) / a;
            ASSERT_NEAR(data.depth[i], depth, 2e-5 * depth) << x << " " << y;
            const Vec3d normal = (picture.camera.position + ray * depth - centres[ball]) / radii[ball];
            const Vec3d shown{data.normal[i][0], data.normal[i][1], data.normal[i][2]};
            ASSERT_LT(length(shown - normal), 2e-3) << x << " " << y;
            ++seen[ball];
        }
    EXPECT_GT(seen[0], 1000);
    EXPECT_GT(seen[1], 100);
}

TEST_F(PixelDataTest, DepthOfAPlaneIsExactAndNothingIsInfinitelyFar) {
    picture::Obstacle floor;
    floor.shape = geometry::Plane{{0, 0, -0.1}, {0, 0, 1}};
    picture.obstacles.push_back(floor);
    picture.extent = geometry::Box{{-1, -1, -1}, {1, 1, 1}};
    const PixelData data = dataOf(picture);
    int seen = 0, nothing = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const std::size_t i = std::size_t(y) * width + std::size_t(x);
            if (data.thing[i].kind == Kind::Nothing) {
                EXPECT_TRUE(std::isinf(data.depth[i]));
                ++nothing;
                continue;
            }
            const double depth = (-0.1 - picture.camera.position.z) / rayAt(x, y).z;
            ASSERT_NEAR(data.depth[i], depth, 2e-5 * depth) << x << " " << y;
            ASSERT_NEAR(data.normal[i][2], 1, 1e-4);
            ++seen;
        }
    EXPECT_GT(seen, 10000);
    EXPECT_GT(nothing, 1000);
}

// A pixel knows the set, the ball and the triangle that it shows, and liquids from grains.
TEST_F(PixelDataTest, ThingsAreThoseOfThePicture) {
    const std::vector<Vec3d> left{{-0.8, 0, 0.2}}, right{{0.8, 0, 0.2}}, high{{0, 0, 0.9}};
    const std::vector<double> radius{0.2};
    picture.spheres.push_back({left, radius, {{0.5f, 0.5f, 0.5f}}});
    picture.spheres.push_back({right, radius, {{0.5f, 0.5f, 0.5f}}});
    picture.liquids.push_back({.centre = high, .radius = radius});
    picture::Mesh first, second;
    for (picture::Mesh* mesh : {&first, &second}) {
        const double z = mesh == &first ? 0.0 : 0.35;
        mesh->position = {{-0.2, 0, z}, {0.2, 0, z}, {0.2, 0, z + 0.2}, {-0.2, 0, z + 0.2}};
        mesh->normal.assign(4, {0, -1, 0});
        mesh->colour = {{0.5f, 0.5f, 0.5f}};
        mesh->triangle = {{0, 1, 2}, {0, 2, 3}};
    }
    picture.meshes = {first, second};
    const PixelData data = dataOf(picture);
    const auto at = [&](const Vec3d& p) {
        const auto place = picture::project(picture.camera, width, height, p);
        return data.thing[std::size_t(place.y) * width + std::size_t(place.x)];
    };
    EXPECT_EQ(at({-0.8, 0, 0.2}), (Thing{Kind::Sphere, 0, 0}));
    EXPECT_EQ(at({0.8, 0, 0.2}), (Thing{Kind::Sphere, 1, 0}));
    EXPECT_EQ(at({0, 0, 0.9}), (Thing{Kind::Liquid, 0, 0}));
    EXPECT_EQ(at({0.15, 0, 0.05}), (Thing{Kind::Mesh, 0, 0}));
    EXPECT_EQ(at({-0.15, 0, 0.15}), (Thing{Kind::Mesh, 0, 1}));
    EXPECT_EQ(at({-0.15, 0, 0.5}), (Thing{Kind::Mesh, 1, 1}));
    EXPECT_EQ(at({1.5, 0, 1.0}), Thing{});
}

TEST_F(PixelDataTest, TransparentPicturesCoverWhatThingsCover) {
    const std::vector<Vec3d> centre{{0, 0, 0.2}};
    const std::vector<double> radius{0.5};
    picture.spheres.push_back({centre, radius, {{0.8f, 0.2f, 0.2f}}, {}, 0});
    picture.background.bottom = picture.background.top = {0, 0, 1};
    const auto image = renderer->drawTransparent(picture);
    ASSERT_TRUE(image.ok()) << image.error().message;
    ASSERT_EQ(image->alpha.size(), std::size_t(width) * height);
    EXPECT_EQ(image->alpha.front(), 0);
    const auto middle = picture::project(picture.camera, width, height, centre[0]);
    EXPECT_EQ(image->alpha[std::size_t(middle.y) * width + std::size_t(middle.x)], 255);
    int edge = 0;
    for (std::size_t i = 0; i < image->alpha.size(); ++i) {
        if (image->alpha[i] == 0 || image->alpha[i] == 255) continue;
        // Without the blue of the background, also in pixels that the ball covers in part.
        EXPECT_LT(image->rgb[3 * i + 2], image->rgb[3 * i]) << i;
        ++edge;
    }
    EXPECT_GT(edge, 50);
}

// A draft shows each ball where the final picture does, and again from another camera.
TEST_F(PixelDataTest, DraftsShowThingsWhereTheyAre) {
    const std::vector<Vec3d> centres{{0, 0, 0.2}, {0.9, 0.3, 0.6}};
    const std::vector<double> radii{0.3, 0.01};
    picture.spheres.push_back({centres, radii, {{0.9f, 0.1f, 0.1f}, {0.9f, 0.1f, 0.1f}}, {}, 0});
    picture.background.bottom = picture.background.top = {1, 1, 1};
    auto draft = Renderer::create(width, height, draftQuality());
    ASSERT_TRUE(draft.ok()) << draft.error().message;
    auto image = (*draft)->draw(picture);
    for (int k = 0; k < 3; ++k) {
        ASSERT_TRUE(image.ok()) << image.error().message;
        const PixelData data = dataOf(picture);
        int differ = 0;
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                const Thing& thing = data.thing[std::size_t(y) * width + std::size_t(x)];
                differ += isRed(image->pixel(x, y)) != (thing.kind == Kind::Sphere);
            }
        EXPECT_LT(differ, 80) << k;  // of about 2000; points are discs, and not ellipses off the axis
        for (const Vec3d& centre : centres) {
            const auto at = picture::project(picture.camera, width, height, centre);
            EXPECT_TRUE(isRed(image->pixel(int(at.x), int(at.y)))) << k;
        }
        picture.camera.position += Vec3d{0.4, 0.1, 0.3};
        image = (*draft)->drawAgain(picture);
    }
}

TEST(RendererSize, MoreSamplesThanFourGigabytesAreAnInputError) {
    const auto made = Renderer::create(5000, 5000, bestQuality());
    ASSERT_FALSE(made.ok());
    EXPECT_EQ(made.error().kind, ErrorKind::Input);
    EXPECT_NE(made.error().message.find("choose a smaller size"), std::string::npos);
}

}  // namespace
}  // namespace talus::render
