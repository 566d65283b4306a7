#include <algorithm>
#include <cstdlib>
#include <numbers>

#include "talus/core/rng.h"
#include "talus/render/sprites/cloud.h"
#include "tests/render/with_renderer.h"

namespace talus::render {
namespace {

using namespace picture;  // what is drawn

constexpr double distance_ahead = 4;  // of the middle of the picture

/// The tone mapper and its inverse for light that it neither lifts from black nor compresses: the Khronos PBR
/// Neutral curve takes 0.04 off all components as long as the least is at least 0.08 and the greatest below
/// 0.8.
double shownOf(double light) {
    EXPECT_GE(light, 0.08);
    EXPECT_LT(light, 0.8);
    return 255 * double(srgbFromLinear(float(light - 0.04)));
}

class DrawingSprites : public WithRenderer {
  protected:
    DrawingSprites() {
        picture.camera = {{0, -distance_ahead, 0}, {0, 0, 0}, {0, 0, 1}, 0.6};
        picture.extent = geometry::Box{{-1, -1, -1}, {1, 1, 1}};
        picture.background = {{0.6f, 0.6f, 0.6f}, {0.6f, 0.6f, 0.6f}};
        // By sky alone, so that a sprite throws no shade on what is behind it.
        picture.light.sun_strength = 0;
    }
    /// One smooth sprite, black unless told otherwise.
    Sprites& add(const Vec3d& at, double radius, float opacity, Colour colour = {}) {
        centres.push_back({at});
        radii.push_back({radius});
        Sprites set;
        set.centre = centres.back();
        set.radius = radii.back();
        set.colour = {colour};
        set.opacity = {opacity};
        set.texture = 0;
        picture.sprites.push_back(set);
        return picture.sprites.back();
    }
    static double shown(const io::Image& image, int x, int y) {
        const std::uint8_t* p = image.pixel(x, y);
        return (p[0] + p[1] + p[2]) / 3.0;
    }

    std::vector<std::vector<Vec3d>> centres;
    std::vector<std::vector<double>> radii;
};

// Tolerance of the tests of colours: a step of 8 bits for rounding and one for the dither.
constexpr double two_steps = 2;

TEST_F(DrawingSprites, BehindAWallIsNotSeen) {
    picture.light.sun_strength = 1;
    picture.obstacles = {{geometry::Box{{-0.5, -0.2, -0.5}, {0.5, 0.2, 0.5}}}};
    add({50, 0, 0}, 0.1, 1);  // aside of the picture
    const io::Image without = drawn();
    add({0, 0.6, 0}, 0.3, 1);
    EXPECT_EQ(drawn(), without);
    picture.obstacles.clear();
    EXPECT_LT(shown(drawn(), width / 2, height / 2), 20) << "without the wall it is seen";
}

// Light from behind times 1 - opacity x profile, (1 - r^2)^2 at the distance r from the middle.
TEST_F(DrawingSprites, HidesByItsOpacity) {
    const double radius = 0.5, pixels = radius / distance_ahead * (height / 2) / std::tan(0.3);
    for (const float opacity : {0.25f, 0.6f}) {
        picture.sprites.clear();
        add({0, 0, 0}, radius, opacity);
        const io::Image image = drawn();
        for (const int off : {0, 10, 25, 35}) {
            const double r = std::hypot(off + 0.5, 0.5) / pixels;  // to the middle of the pixel
            const double profile = (1 - r * r) * (1 - r * r);
            EXPECT_NEAR(shown(image, width / 2 + off, height / 2),
                        shownOf(lightOf(0.6 * 255) * (1 - double(opacity) * profile)), two_steps)
                << opacity << " at " << off;
        }
        EXPECT_NEAR(shown(image, width / 2 + int(pixels) + 2, height / 2), 0.6 * 255, two_steps);
    }
}

TEST_F(DrawingSprites, TwoHideOneAfterTheOther) {
    add({0, -0.3, 0}, 0.5, 0.3f);
    add({0, 0.3, 0}, 0.5, 0.4f);
    EXPECT_NEAR(shown(drawn(), width / 2, height / 2), shownOf(lightOf(0.6 * 255) * 0.7 * 0.6), two_steps);
}

// The part of its depth that lies before a wall counts: at the middle, half.
TEST_F(DrawingSprites, FadesWhereItCutsAWall) {
    const double radius = 0.4;
    picture.obstacles = {{geometry::Box{{-1, 0, -1}, {1, 0.2, 1}}, {0.7f, 0.7f, 0.7f}}};
    add({50, 0, 0}, 0.1, 1);
    const double bare = shown(drawn(), width / 2, height / 2);
    for (const double part : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        picture.sprites.clear();
        add({0, radius * (1 - 2 * part), 0}, radius, 0.5f);
        EXPECT_NEAR(shown(drawn(), width / 2, height / 2), shownOf(lightOf(bare) * (1 - 0.5 * part)),
                    two_steps)
            << part;
    }
}

TEST_F(DrawingSprites, EmissionAdds) {
    picture.background = {{0.4f, 0.4f, 0.4f}, {0.4f, 0.4f, 0.4f}};
    for (int count = 1; count <= 3; ++count) {
        Sprites& spark = add({0, 0.1 * count, 0}, 0.3, 0.5f, {0.5f, 0.5f, 0.5f});
        spark.emission = {1};
        spark.brightness = 0.8f;
        const double each = 0.5 * 0.8 * double(linearFromSrgb(0.5f));
        EXPECT_NEAR(shown(drawn(), width / 2, height / 2), shownOf(lightOf(0.4 * 255) + count * each),
                    two_steps);
    }
}

// Equal depths come in the order of ids.
TEST_F(DrawingSprites, OrderOfInputDoesNotMatter) {
    picture.light.sun_strength = 1;
    constexpr std::size_t count = 300;
    const Random random{5, 6};
    std::vector<Vec3d> centre;
    std::vector<std::uint32_t> id;
    for (std::uint32_t i = 0; i < count; ++i) {
        const double y = i % 3 == 0 ? 0 : random.uniform(-0.5, 0.5, i, 0);
        centre.push_back({random.uniform(-0.6, 0.6, i, 1), y, random.uniform(-0.6, 0.6, i, 2)});
        id.push_back(i);
    }
    const auto image = [&] {
        std::vector<double> radius;
        Sprites set;
        for (const std::uint32_t i : id) {
            radius.push_back(0.1 + 0.001 * (i % 40));
            set.colour.push_back({float(i % 7) / 7, float(i % 5) / 5, float(i % 3) / 3});
        }
        set.centre = centre;
        set.radius = radius;
        set.id = id;
        set.opacity = {0.5f};
        picture.sprites = {set};
        return drawn();
    };
    const io::Image first = image();
    std::reverse(centre.begin(), centre.end());
    std::reverse(id.begin(), id.end());
    EXPECT_EQ(image(), first);
}

// Dark: more than half covered. A disc of 6 pixels holds 28; counting whole ones on a grid is off by fewer
// than its rim has across, 6.
TEST_F(DrawingSprites, PointsAreAsLargeFarAway) {
    for (const double y : {0.0, 20.0}) {
        picture.sprites.clear();
        add({0.3 * (y + 4) / 4, y, 0}, 0.01, 1).pixels = 6;
        const io::Image image = drawn();
        int dark = 0;
        for (int row = 0; row < height; ++row)
            for (int x = 0; x < width; ++x) dark += shown(image, x, row) < 0.41 * 255;
        EXPECT_NEAR(dark, 28, 6) << y;
    }
}

TEST_F(DrawingSprites, AStreakIsALineFromWhereItWas) {
    const std::vector<Vec3d> streak{{1, 0, 0}};
    add({0.5, 0, 0}, 0.05, 1).streak = streak;
    const io::Image image = drawn();
    for (const double x : {-0.45, 0.0, 0.45}) {
        const Projected at = project(picture.camera, width, height, {x, 0, 0});
        EXPECT_LT(shown(image, int(at.x), height / 2), 20) << x;
        EXPECT_GT(shown(image, int(at.x), height / 2 + 12), 140) << x;
    }
}

// Puffs spread evenly over a cube of side 1: at height z there is the share 1 - z of all above, whose shade
// falls on an area of 1. The mean over 100 places deviates by the scatter of some 20 000 puffs, under 1 %,
// and by the loss at the rim, which the places keep off.
TEST(Cloud, OpticalDepthIsTheShadeAbovePerArea) {
    constexpr std::size_t count = 20'000;
    const Random random{8, 9};
    std::vector<Puff> puffs;
    for (std::size_t i = 0; i < count; ++i)
        puffs.push_back(
            {{random.uniform(i, 0), random.uniform(i, 1), random.uniform(i, 2)}, 0.04, 2.0 / count});
    const Cloud cloud(puffs, {0, 0, 3});
    for (const double z : {-1.0, 0.25, 0.5, 0.75, 2.0}) {
        double sum = 0;
        for (int i = 0; i < 10; ++i)
            for (int j = 0; j < 10; ++j) sum += cloud.depthAt({0.14 + 0.08 * i, 0.14 + 0.08 * j, z});
        EXPECT_NEAR(sum / 100, 2 * std::clamp(1 - z, 0.0, 1.0), 0.06) << z;
    }
    EXPECT_EQ(cloud.depthAt({3, 0.5, 0.5}), 0) << "beside it";
}

TEST(Cloud, EmptyCloudAbsorbsNoLight) {
    const Cloud cloud({}, {1, 1, 1});
    EXPECT_EQ(cloud.depthAt({0, 0, 0}), 0);
    for (const std::uint16_t share : cloud.passing()) EXPECT_EQ(share, 65535);
}

TEST_F(DrawingSprites, BadInputIsRefusedWithAReason) {
    const auto refused = [&](auto change) {
        picture.sprites.clear();
        change(add({0, 0, 0}, 0.1, 0.5f));
        const auto image = renderer->draw(picture);
        return image.ok() ? std::string("drawn") : image.error().message;
    };
    EXPECT_THAT(refused([](Sprites& s) { s.opacity = {1.5f}; }), testing::HasSubstr("opacity"));
    EXPECT_THAT(refused([](Sprites& s) { s.colour.clear(); }), testing::HasSubstr("1 centres but 0 colours"));
    EXPECT_THAT(refused([this](Sprites&) { centres.back()[0].x = std::nan(""); }),
                testing::HasSubstr("finite"));
    EXPECT_THAT(refused([this](Sprites&) { radii.back()[0] = 0; }), testing::HasSubstr("radius 0"));
    EXPECT_THAT(refused([](Sprites& s) { s.brightness = -1; }), testing::HasSubstr("brightness"));
    EXPECT_EQ(refused([](Sprites&) {}), "drawn");
}

}  // namespace
}  // namespace talus::render
