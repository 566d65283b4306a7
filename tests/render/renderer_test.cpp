#include "talus/render/renderer.h"

#include <array>
#include <cstdlib>
#include <limits>

#include "talus/core/rng.h"
#include "talus/picture/appearance.h"
#include "tests/render/with_renderer.h"

namespace talus::render {
namespace {

using namespace picture;  // what is drawn

constexpr Colour red{0.9f, 0.1f, 0.1f}, blue{0.1f, 0.1f, 0.9f};

class Drawing : public WithRenderer {
  protected:
    /// Adds one smooth ball, which lives in the test.
    void addBall(Vec3d centre, double radius, Colour colour) {
        centres.push_back(std::make_unique<Vec3d>(centre));
        radii.push_back(std::make_unique<double>(radius));
        Spheres set;
        set.centre = {centres.back().get(), 1};
        set.radius = {radii.back().get(), 1};
        set.colour = {colour};
        set.grain = 0;
        picture.spheres.push_back(set);
    }
    static bool isBlue(const std::uint8_t* p) { return p[2] > 1.5 * p[0] && p[2] > 1.5 * p[1]; }

    std::vector<std::unique_ptr<Vec3d>> centres;
    std::vector<std::unique_ptr<double>> radii;
};

/// Whether the line of sight through a pixel point meets a ball, from the pinhole model alone.
bool seesBall(const Camera& camera, double x, double y, Vec3d centre, double radius) {
    const CameraAxes axes = axesOf(camera);
    const double slope = std::tan(camera.fov / 2) / (height / 2.0);
    const Vec3d ray = normalized(axes.forward + slope * (x - width / 2.0) * axes.right +
                                 slope * (height / 2.0 - y) * axes.up);
    const Vec3d to_centre = centre - camera.position;
    return squaredLength(to_centre) - dot(to_centre, ray) * dot(to_centre, ray) < radius * radius;
}

// Balls near the edge of a wide picture project to ellipses; each pixel is compared with the exact line of
// sight. Tolerance: pixels whose four corners do not agree (the silhouette runs through them, so their colour
// is mixed).
TEST_F(Drawing, BallCoversExactlyThePixelsThatSeeIt) {
    const struct {
        Vec3d centre;
        double radius;
    } cases[] = {
        {{0, 0, 0}, 0.4}, {{1.5, 0.6, 0.9}, 0.35}, {{-0.4, -1.8, 0.5}, 0.5}, {{-1.2, 3, -0.7}, 0.05}};
    for (const auto& ball : cases) {
        picture = {};
        picture.camera = {{0.2, -4, 1}, {0, 0, 0}, {0, 0, 1}, 0.9};
        addBall(ball.centre, ball.radius, red);
        const io::Image image = drawn();
        int covered = 0;
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                int corners = 0;
                for (const double cx : {x - 0.05, x + 1.05})
                    for (const double cy : {y - 0.05, y + 1.05})
                        corners += seesBall(picture.camera, cx, cy, ball.centre, ball.radius);
                if (corners != 0 && corners != 4) continue;
                covered += corners == 4;
                ASSERT_EQ(isRed(image.pixel(x, y)), corners == 4)
                    << x << ", " << y << " radius " << ball.radius;
            }
        EXPECT_GT(covered, 1);
        const Projected middle = project(picture.camera, width, height, ball.centre);
        EXPECT_TRUE(isRed(image.pixel(int(middle.x), int(middle.y))));
    }
}

TEST_F(Drawing, NearerBallHidesTheFartherOne) {
    picture.camera = {{0, -4, 0}, {0, 0, 0}, {0, 0, 1}, 0.6};
    addBall({0, 0.5, 0}, 0.5, red);
    addBall({0, -0.8, 0}, 0.2, blue);
    io::Image image = drawn();
    EXPECT_TRUE(isBlue(image.pixel(width / 2, height / 2)));
    std::swap(picture.spheres[0], picture.spheres[1]);
    image = drawn();
    EXPECT_TRUE(isBlue(image.pixel(width / 2, height / 2))) << "the order of drawing must not matter";
}

// Two equal balls that overlap meet in the plane half-way between them: left of it all is red, right of it
// blue.
TEST_F(Drawing, IntersectingBallsMeetInAPlane) {
    picture.camera = {{0, -4, 0}, {0, 0, 0}, {0, 0, 1}, 0.6};
    addBall({-0.3, 0, 0}, 0.6, red);
    addBall({0.3, 0, 0}, 0.6, blue);
    const io::Image image = drawn();
    // Rows within the circle in which the balls meet: radius sqrt(0.6^2 - 0.3^2) = 0.52 m, about 50 pixels.
    for (int y = height / 2 - 40; y <= height / 2 + 40; ++y) {
        EXPECT_TRUE(isRed(image.pixel(width / 2 - 2, y))) << y;
        EXPECT_TRUE(isBlue(image.pixel(width / 2 + 1, y))) << y;
    }
}

TEST_F(Drawing, SamePictureGivesSameBytes) {
    std::vector<Vec3d> centre;
    const Random random{3, 4};
    for (std::uint64_t i = 0; i < 500; ++i)
        centre.push_back(
            {random.uniform(-1, 1, i, 0), random.uniform(-1, 1, i, 1), random.uniform(0, 1, i, 2)});
    const double radius = 0.06;
    Spheres set;
    set.centre = centre;
    set.radius = {&radius, 1};
    set.colour = grainColours(sand_colour, centre.size());
    picture.spheres = {set};
    picture.obstacles = {{geometry::Plane{{0, 0, 0}, {0, 0, 1}}}};
    picture.camera = frameAutomatically(boundsOf(picture), double(width) / height);
    const io::Image first = drawn();
    EXPECT_EQ(drawn(), first);
    auto other = Renderer::create(width, height);
    ASSERT_TRUE(other.ok());
    EXPECT_EQ(*(*other)->draw(picture), first);
}

// A deep heap seen from far and near, from above and the side: leaving out what is hidden must not change a
// byte.
TEST_F(Drawing, SkippingHiddenBallsChangesNothing) {
    Quality all;
    all.skip_hidden = false;
    auto without = Renderer::create(width, height, all);
    ASSERT_TRUE(without.ok());
    std::vector<Vec3d> centre;
    std::vector<double> radius;
    const Random random{8, 9};
    for (std::uint64_t i = 0; i < 6000; ++i) {
        centre.push_back(
            {random.uniform(-1, 1, i, 0), random.uniform(-1, 1, i, 1), random.uniform(0, 1, i, 2)});
        radius.push_back(random.uniform(0.02, 0.12, i, 3));
    }
    for (const auto& [grain, distance] : {std::pair{1.0f, 0.4}, {0.0f, 0.7}, {1.0f, 1.0}, {1.0f, 2.5}}) {
        Spheres set;
        set.centre = centre;
        set.radius = radius;
        set.colour = grainColours(sand_colour, centre.size());
        set.grain = grain;
        picture = {};
        picture.spheres = {set};
        picture.camera =
            frameAutomatically(boundsOf(picture), double(width) / height, 0.3 + distance, 0.5 * distance);
        const Vec3d away = picture.camera.position - picture.camera.target;
        picture.camera.position = picture.camera.target + distance * away;
        EXPECT_EQ(drawn(), *(*without)->draw(picture)) << grain << " " << distance;
    }
}

TEST_F(Drawing, EmptySceneIsTheBackground) {
    const io::Image image = drawn();
    // Half a step of dither and half a step of rounding.
    EXPECT_NEAR(image.pixel(5, 0)[0], 255 * picture.background.top.r, 1.1);
    EXPECT_NEAR(image.pixel(5, height - 1)[2], 255 * picture.background.bottom.b, 1.1);
}

TEST_F(Drawing, CameraInsideABallIsNoTrouble) {
    picture.camera = {{0, -0.1, 0}, {0, 0, 0}, {0, 0, 1}, 0.6};
    addBall({0, 0, 0}, 0.5, red);
    EXPECT_NEAR(drawn().pixel(5, 0)[0], 255 * picture.background.top.r, 1.1);
}

// A ball between the sun and the ground darkens the ground where the straight line from the sun ends.
TEST_F(Drawing, ShadowFallsWhereTheSunIsHidden) {
    picture.camera = {{0, -3, 3}, {0.5, 0, 0}, {0, 0, 1}, 0.9};
    picture.light.to_sun = {-1, 0, 1};
    picture.light.sun_radius = 0.01;
    picture.obstacles = {{geometry::Plane{{0, 0, 0}, {0, 0, 1}}}};
    addBall({0, 0, 0.8}, 0.15, red);
    const io::Image image = drawn();
    const auto ground = [&](double x, double y) {
        const Projected p = project(picture.camera, width, height, {x, y, 0});
        return image.pixel(int(p.x), int(p.y))[1];
    };
    EXPECT_LT(ground(0.8, 0), 0.85 * ground(1.3, 0));
    EXPECT_LT(ground(0.8, 0), 0.85 * ground(0.8, 0.5));
    EXPECT_GT(ground(0, 0), 0.9 * ground(1.3, 0)) << "straight below the ball the sun shines";
}

// Near walls of a container are left out, so what it holds is seen; a solid box hides it.
TEST_F(Drawing, ContainerDoesNotHideWhatItHolds) {
    picture.camera = {{0, -4, 0.5}, {0, 0, 0.5}, {0, 0, 1}, 0.6};
    addBall({0, 0, 0.5}, 0.2, red);
    Obstacle box{geometry::Box{{-0.6, -0.6, 0}, {0.6, 0.6, 1}}, {0.8f, 0.8f, 0.8f}, true};
    picture.obstacles = {box};
    EXPECT_TRUE(isRed(drawn().pixel(width / 2, height / 2)));
    picture.obstacles[0].inside = false;
    EXPECT_FALSE(isRed(drawn().pixel(width / 2, height / 2)));
}

TEST_F(Drawing, MeshIsSeenFromBothSides) {
    Mesh mesh;
    mesh.position = {{-0.5, 0, -0.5}, {0.5, 0, -0.5}, {0, 0, 0.5}};
    mesh.normal = {{0, -1, 0}, {0, -1, 0}, {0, -1, 0}};
    mesh.colour = {red};
    mesh.triangle = {{0, 1, 2}};
    picture.meshes = {mesh};
    for (const double y : {-3.0, 3.0}) {
        picture.camera = {{0, y, 0}, {0, 0, 0}, {0, 0, 1}, 0.6};
        EXPECT_TRUE(isRed(drawn().pixel(width / 2, height / 2))) << y;
    }
}

TEST_F(Drawing, LegendAndCaptionAreDrawn) {
    const io::Image plain = drawn();
    picture.legend = Legend{"speed", "m/s", 0, 2.5, ColourMap::Viridis};
    const io::Image with_legend = drawn();
    int changed = 0, yellow = 0, violet = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const std::uint8_t* p = with_legend.pixel(x, y);
            if (!std::equal(p, p + 3, plain.pixel(x, y))) {
                EXPECT_GT(x, width / 2) << "the legend is at the right";
                ++changed;
            }
            yellow += p[0] > 220 && p[1] > 200 && p[2] < 90;
            violet += p[0] < 90 && p[1] < 40 && p[2] > 60 && p[2] < 130;
        }
    EXPECT_GT(changed, 1000);
    EXPECT_GT(yellow, 20) << "the upper end of viridis";
    EXPECT_GT(violet, 20) << "the lower end of viridis";
    picture.legend.reset();
    picture.caption = "t = 1.25 s";
    EXPECT_NE(drawn(), plain);
}

// A grain far from the origin, as in geo-referenced terrain, is drawn as sharply as one near it.
TEST_F(Drawing, FarFromTheOriginNothingIsLost) {
    picture.camera = {{0, -4, 0}, {0, 0, 0}, {0, 0, 1}, 0.6};
    addBall({0, 0, 0}, 0.5, red);
    const io::Image here = drawn();
    const Vec3d shift{524288, 4194304, 1024};  // powers of two: the differences stay exact
    picture.spheres.clear();
    picture.camera = {shift + Vec3d{0, -4, 0}, shift, {0, 0, 1}, 0.6};
    addBall(shift, 0.5, red);
    EXPECT_EQ(drawn(), here);
}

// One grain flung out of this world must not take the others with it.
TEST_F(Drawing, WildOutlierLeavesTheRestAsItIs) {
    picture.camera = {{0, -4, 0}, {0, 0, 0}, {0, 0, 1}, 0.6};
    addBall({0, 0, 0}, 0.5, red);
    for (const double far : {1e9, 1e30, 1e300}) {
        picture.spheres.resize(1);
        addBall({far, 0, 0}, 0.1, blue);
        const io::Image image = drawn();
        EXPECT_TRUE(isRed(image.pixel(width / 2, height / 2))) << far;
        EXPECT_GT(image.pixel(width / 2 - 10, height / 2 - 10)[0], 150)
            << "the sun still shines on it " << far;
    }
}

// In a film a ball rolls away; floor and shadows elsewhere must not follow it.
TEST_F(Drawing, GivenExtentHoldsTheBackdropStill) {
    picture.camera = {{0, -4, 2}, {0, 0, 0}, {0, 0, 1}, 0.6};
    picture.obstacles = {{geometry::Plane{{0, 0, 0}, {0, 0, 1}}}};
    picture.background.top = picture.background.bottom = blue;
    picture.extent = geometry::Box{{-0.5, -0.5, 0}, {0.5, 0.5, 0.5}};
    addBall({0, 0, 0.2}, 0.2, red);
    addBall({0, 0, -9}, 0.1, red);  // below the floor
    const io::Image near = drawn();
    *centres.back() = {40, 0, 5};
    EXPECT_EQ(drawn(), near);
    picture.extent.reset();
    EXPECT_NE(drawn(), near);
}

// Dark and light backgrounds, bare or with a floor of the other kind in front of them.
TEST_F(Drawing, CaptionIsReadOnDarkAndLight) {
    const Colour dark{0.05f, 0.06f, 0.1f}, light{0.95f, 0.94f, 0.9f};
    picture.camera = {{0, -4, 3}, {0, 0, 0}, {0, 0, 1}, 0.6};
    for (const auto& [behind, floor] : {std::pair{dark, light}, {light, dark}})
        for (const bool bare : {true, false}) {
            picture.background = {behind, behind};
            picture.obstacles.clear();
            if (!bare) picture.obstacles = {{geometry::Plane{{0, 0, 0}, {0, 0, 1}}, floor}};
            picture.caption.clear();
            const io::Image without = drawn();
            picture.caption = "1.25 s";
            const io::Image with = drawn();
            int contrast = 0;
            for (std::size_t i = 0; i < with.rgb.size(); ++i)
                contrast = std::max(contrast, std::abs(with.rgb[i] - without.rgb[i]));
            EXPECT_GT(contrast, 120) << behind.r << " " << bare;
        }
}

TEST_F(Drawing, CaptionMayBeLargerThanThePicture) {
    auto tiny = Renderer::create(16, 16);
    ASSERT_TRUE(tiny.ok());
    picture.caption = "1.25 s";
    EXPECT_TRUE((*tiny)->draw(picture).ok());
}

TEST_F(Drawing, BadScenesAreInputErrors) {
    const auto refused = [&](const char* words) {
        const auto image = renderer->draw(picture);
        ASSERT_FALSE(image.ok()) << words;
        EXPECT_EQ(image.error().kind, ErrorKind::Input);
        EXPECT_THAT(image.error().message, testing::HasSubstr(words));
        picture = {};
    };
    const double nan = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();
    addBall({0, nan, 0}, 1, red);
    refused("sphere 0 of set 0");
    addBall({0, 0, inf}, 1, red);
    refused("which is not finite");
    addBall({0, 0, 0}, nan, red);
    refused("radius");
    addBall({0, 0, 0}, 0, red);
    refused("radius");
    picture.camera.position = {1e200, 0, 0};
    refused("too large");
    addBall({0, 0, 0}, 1, red);
    picture.spheres[0].colour.resize(2);
    refused("2 colours");
    picture.camera.position = picture.camera.target;
    refused("same point");
    picture.camera.up = picture.camera.target - picture.camera.position;
    refused("along its line of sight");
    picture.camera.fov = 3.2;
    refused("fov");
    picture.light.to_sun = {};
    refused("sun");
    picture.obstacles = {{geometry::Plane{{0, 0, 0}, {0, 0, 2}}}};
    refused("unit normal");
    picture.obstacles = {{geometry::Box{{0, 0, 0}, {0, 1, 1}}}};
    refused("min < max");
    picture.meshes = {{{{0, 0, 0}}, {{0, 0, 1}}, {red}, {{0, 0, 1}}}};
    refused("names corner 1 of 1");
    picture.legend = Legend{"speed", "m/s", 1, 1};
    refused("legend");
}

TEST(RendererSize, AbsurdQualityIsAnInputError) {
    for (const auto& [samples, texels] : {std::pair{0, 2048}, {5, 2048}, {2, 0}, {2, 1000000}}) {
        const auto made = Renderer::create(100, 100, {samples, texels});
        ASSERT_FALSE(made.ok());
        EXPECT_EQ(made.error().kind, ErrorKind::Input);
    }
}

TEST(RendererSize, AbsurdSizesAreInputErrors) {
    for (const auto& [w, h] :
         {std::pair{0, 0}, {0, 100}, {-5, 100}, {1000000, 100}, {100, 1000000}, {8192, 8192}}) {
        const auto made = Renderer::create(w, h);
        ASSERT_FALSE(made.ok()) << w << " x " << h;
        EXPECT_EQ(made.error().kind, ErrorKind::Input);
        EXPECT_THAT(made.error().message, testing::HasSubstr("cannot be drawn"));
    }
}

}  // namespace
}  // namespace talus::render
