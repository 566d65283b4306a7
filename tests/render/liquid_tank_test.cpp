// Liquids at the sides of a tank.
#include "talus/render/liquid/tank_items.h"
#include "tests/render/liquid_picture.h"

namespace talus::render {
namespace {

class LiquidInATank : public DrawingLiquids {};

// Paint in a tank, seen through its front. The lattice ends half a spacing from the sides, and its balls
// stand out by a quarter of one; drawn as they are, the front would be round towards its ends and go over
// them. It is flat, so all of it has the same light: from 0.2 spacings (2 pixels) inside the edges to as much
// below the water line. Tolerance: the reflection, of some 2 %, changes with the angle of view. Beside the
// tank nothing is painted.
TEST_F(LiquidInATank, ALiquidEndsFlatOnTheSidesOfItsTank) {
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
TEST_F(LiquidInATank, TheLinesAtTheSidesOfATankAreSmooth) {
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
    std::vector<TanksView::SidePoint> feet;
    tanks.addProjections(feet, {9.95, 0.1, 0.05}, 1, 0.2);
    ASSERT_EQ(feet.size(), 1u) << "on the side that the eye looks through alone";
    EXPECT_EQ(feet[0].face, 1u);
    EXPECT_NEAR(length(feet[0].position - Vec3d{9.95, 0, 0.05}), 0, 1e-12);
}

}  // namespace
}  // namespace talus::render
