#include <algorithm>
#include <cstdlib>
#include <limits>

#include "talus/render/liquid/tank_items.h"
#include "talus/render/renderer.h"
#include "tests/render/liquid_shapes.h"

namespace talus::render {
namespace {

using namespace picture;  // what is drawn

constexpr int width = 320, height = 240;

/// The tone mapper and its inverse for light that it neither lifts from black nor compresses: the Khronos PBR
/// Neutral curve takes 0.04 off all components as long as the least is at least 0.08 and the greatest below
/// 0.8.
double lightOf(double shown) { return double(linearFromSrgb(float(shown / 255))) + 0.04; }

class DrawingLiquids : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        ::setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);  // tests write nowhere but in temporary folders
        auto made = Renderer::create(width, height);
        ASSERT_TRUE(made.ok()) << made.error().message;
        renderer = std::move(*made);
    }
    static void TearDownTestSuite() { renderer.reset(); }

    DrawingLiquids() {
        picture.camera = lookAt({0.9, -2, 2.2}, {1, 1, 0.3}, 0.7);
        picture.extent = geometry::Box{{0, 0, 0}, {2, 2, 1}};
    }
    /// The floor z = 0 alone, seen from above by the light of the sky; nothing else is bright.
    void lookDown() {
        picture.camera = {{1, 1, 6}, {1, 1, 0}, {0, 1, 0}, 0.3};
        picture.obstacles = {{geometry::Plane{{0, 0, 0}, {0, 0, 1}}, {0.95f, 0.95f, 0.95f}}};
        picture.light.sun_strength = 0;
    }
    void add(const Particles& particles, const LiquidMatter& matter = pure_water) {
        picture.liquids.push_back(particles.liquid());
        picture.liquids.back().matter = matter;
    }
    void addBall(const Vec3d& centre, double radius, Colour colour) {
        balls.push_back({centre});
        radii.push_back({radius});
        Spheres set;
        set.centre = balls.back();
        set.radius = radii.back();
        set.colour = {colour};
        set.grain = 0;
        picture.spheres.push_back(set);
    }
    io::Image drawn() {
        auto image = renderer->draw(picture);
        EXPECT_TRUE(image.ok()) << image.error().message;
        return image.ok() ? *image : io::Image(width, height);
    }
    std::string refused() {
        const auto image = renderer->draw(picture);
        return image.ok() ? "drawn" : image.error().message;
    }
    /// The mean light of a channel in the middle of the picture.
    static double meanLight(const io::Image& image, int channel, int half = 30) {
        double sum = 0;
        for (int y = height / 2 - half; y < height / 2 + half; ++y)
            for (int x = width / 2 - half; x < width / 2 + half; ++x)
                sum += lightOf(image.pixel(x, y)[channel]);
        return sum / (4.0 * half * half);
    }
    static int largestDifference(const io::Image& a, const io::Image& b) {
        int largest = 0;
        for (std::size_t i = 0; i < a.rgb.size(); ++i)
            largest = std::max(largest, std::abs(a.rgb[i] - b.rgb[i]));
        return largest;
    }
    static bool isRed(const std::uint8_t* p) { return p[0] > 1.5 * p[1] && p[0] > 1.5 * p[2]; }

    static inline std::unique_ptr<Renderer> renderer;
    Picture picture;
    std::vector<std::vector<Vec3d>> balls;
    std::vector<std::vector<double>> radii;
};

Particles flatPool(double depth, double spacing) {
    return filled({{0, 0, 0}, {2, 2, depth}}, spacing, 0.25, [](const Vec3d&) { return true; });
}

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

// Beer and Lambert: what shows through 1 m with the absorptions a is exp(-a) of what shows through clear
// liquid. Both have the same reflection at the surface, which black liquid shows alone. Tolerance: that of
// the mean thickness of the layer of balls, whose lattice is off by up to a quarter of a spacing of 20.
TEST_F(DrawingLiquids, AWhiteFloorUnderOneMetreIsTintedByItsAbsorption) {
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
TEST_F(DrawingLiquids, AFlatPoolIsFlat) {
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
TEST_F(DrawingLiquids, AThinLayerHasNoGlintsAtItsShore) {
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

// Paint in a tank, seen through its front. The lattice ends half a spacing from the sides, and its balls
// stand out by a quarter of one; drawn as they are, the front would be round towards its ends and go over
// them. It is flat, so all of it has the same light: from 0.2 spacings (2 pixels) inside the edges to as much
// below the water line. Tolerance: the reflection, of some 2 %, changes with the angle of view. Beside the
// tank nothing is painted.
TEST_F(DrawingLiquids, ALiquidEndsFlatOnTheSidesOfItsTank) {
    const double spacing = 0.1, depth = 0.8;
    picture.camera = lookAt({1.3, -5, 1.6}, {1, 0, 0.4}, 0.4);
    picture.light.to_sun = {-0.3, -0.8, 0.5};
    picture.tanks = {{.box = {{0, 0, 0}, {2, 2, 1.5}}, .open = {false, false, false, false, false, true}}};
    const io::Image empty = drawn();
    const Particles paint =
        filled({{0, 0, 0}, {2, 2, depth}}, spacing, 0.1, [](const Vec3d&) { return true; });
    add(paint, {{0, 0, 0}, 3000, {0.8f, 0.3f, 0.3f}, 1.333f, 1});
    const io::Image image = drawn();
    const auto pixelAt = [](const io::Image& of, const Projected& p, int right = 0) {
        return of.pixel(int(p.x) + right, int(p.y));
    };
    const double middle = lightOf(pixelAt(image, project(picture.camera, width, height, {1, 0, 0.4}))[0]);
    const double inside = 0.2 * spacing;
    for (double x = inside; x < 2; x += spacing / 2)
        for (double z = inside; z < depth - inside; z += spacing / 2) {
            const Projected p = project(picture.camera, width, height, {std::min(x, 2 - inside), 0, z});
            EXPECT_NEAR(lightOf(pixelAt(image, p)[0]), middle, 0.03 * middle) << x << ' ' << z;
        }
    for (double z = inside; z < depth; z += spacing / 2) {
        const Projected p = project(picture.camera, width, height, {0, 0, z});
        EXPECT_NEAR(pixelAt(image, p, -2)[0], pixelAt(empty, p, -2)[0], 1) << z;
    }
}

/// By how much the edge between two lights, which runs across the picture from `from` to `to`, rises from one
/// column of pixels to the next, more or less than on the mean: root mean square [pixels]. Where it runs in a
/// column follows from the sum of its light.
double raggedness(const io::Image& image, const Projected& from, const Projected& to) {
    constexpr int reach = 6;
    const auto rowAt = [&](int x) {
        return int(std::lround(from.y + (to.y - from.y) * (x - from.x) / (to.x - from.x)));
    };
    const auto lightAt = [&](int x, int y) { return lightOf(image.pixel(x, y)[1]); };
    const int first = int(from.x), last = int(to.x), count = last - first + 1;
    double above = 0, below = 0;
    for (int x = first; x <= last; ++x) {
        above += lightAt(x, rowAt(x) - reach) / count;
        below += lightAt(x, rowAt(x) + reach) / count;
    }
    EXPECT_GT(std::abs(above - below), 0.05) << "no edge";
    double before = 0, sum = 0, squares = 0;
    for (int x = first; x <= last; ++x) {
        double row = rowAt(x);
        for (int y = -reach; y <= reach; ++y) row += (lightAt(x, rowAt(x) + y) - below) / (above - below);
        const double step = x == first ? 0 : row - before;
        sum += step;
        squares += step * step;
        before = row;
    }
    const double mean = sum / (count - 1);
    return std::sqrt(std::max(0.0, squares / (count - 1) - mean * mean));
}

// The lines where the surface of paint meets the front and the back of its tank. They rise by some 0.02
// pixels a column: if each pixel showed one side of them alone, they would have a step of a pixel every 50
// columns, and so 0.14.
TEST_F(DrawingLiquids, TheLinesAtTheSidesOfATankAreSmooth) {
    picture.camera = lookAt({1.3, -5, 2.4}, {1, 0, 0.4}, 0.4);
    picture.light.to_sun = {-0.2, -0.2, 1};
    picture.tanks = {{.box = {{0, 0, 0}, {2, 2, 1.5}}, .open = {false, false, false, false, false, true}}};
    const Particles paint = filled({{0, 0, 0}, {2, 2, 0.8}}, 0.1, 0, [](const Vec3d&) { return true; });
    add(paint, {{0, 0, 0}, 3000, {0.5f, 0.5f, 0.5f}, 1.333f, 1});
    const io::Image image = drawn();
    for (const double back : {0.0, 2.0}) {
        const auto at = [&](double along) {
            return project(picture.camera, width, height, {along, back, 0.83});
        };
        EXPECT_LT(raggedness(image, at(0.3), at(1.7)), 0.08) << back;
    }
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

TEST(Tanks, ParticlesAreMirroredBehindClosedSides) {
    // A quarter turn about z: x of the tank's frame is y of the world.
    picture::Tank tank{{{0, 0, 0}, {2, 2, 1}}, {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}, {10, 0, 0}};
    tank.open[5] = true;
    const Vec3d eye{9, -5, 0.5};  // before the side -x
    const TanksView tanks(std::array{tank}, {}, eye);
    const Vec3d place{9, 0.1, 0.9};  // in the tank's frame (0.1, 1, 0.9)
    ASSERT_EQ(tanks.tankAt(place, 0.01), 1u);
    EXPECT_EQ(tanks.tankAt({9, -0.005, 0.5}, 0.01), 1u) << "a little into a closed side";
    EXPECT_EQ(tanks.tankAt({9, -0.02, 0.5}, 0.01), 0u);
    EXPECT_EQ(tanks.tankAt({9, 0.1, 1.001}, 0.01), 0u) << "above the open top";
    std::vector<Vec3d> images;
    tanks.addImages(images, place, 1, 0.2, 0.2);
    ASSERT_EQ(images.size(), 1u) << "none above the open top";
    EXPECT_NEAR(length(images[0] - Vec3d{9, -0.1, 0.9}), 0, 1e-12);
    images.clear();
    tanks.addImages(images, {9.95, 0.1, 0.05}, 1, 0.2, 0.2);
    EXPECT_EQ(images.size(), 7u) << "in a corner";
    images.clear();
    tanks.addImages(images, place, 1, 0.2, 0.05);
    EXPECT_TRUE(images.empty()) << "the reach behind sides that the eye looks through is its own";
    std::vector<TanksView::OnSide> feet;
    tanks.addFeet(feet, {9.95, 0.1, 0.05}, 1, 0.2);
    ASSERT_EQ(feet.size(), 1u) << "on the side that the eye looks through alone";
    EXPECT_EQ(feet[0].face, 1u);
    EXPECT_NEAR(length(feet[0].place - Vec3d{9.95, 0, 0.05}), 0, 1e-12);
}

TEST_F(DrawingLiquids, PictureBoundsIncludeLiquids) {
    const Particles water = flatPool(0.5, 0.1);
    add(water);
    const geometry::Box box = boundsOf(picture);
    EXPECT_NEAR(box.max.x, 2, 0.1);
    EXPECT_NEAR(box.max.z, 0.5, 0.1);
    EXPECT_NEAR(box.min.y, 0, 0.1);
}

TEST_F(DrawingLiquids, ShadowOnTheGroundIsTinted) {
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

TEST_F(DrawingLiquids, FoamIsWhite) {
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

TEST_F(DrawingLiquids, ParticlesHaveTintsOfTheirOwn) {
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
