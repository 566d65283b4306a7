#include <cstdlib>
#include <numbers>

#include "talus/core/rng.h"
#include "talus/picture/appearance.h"
#include "talus/render/terrain_mesh.h"
#include "tests/render/with_renderer.h"

namespace talus::render {
namespace {

using namespace picture;  // what is drawn

constexpr Colour sand{0.83f, 0.73f, 0.58f};

class TerrainDrawing : public WithRenderer {
  protected:
    template <class HeightAt>
    Terrain terrainOf(const geometry::ColumnGrid& grid, HeightAt at) {
        heights.clear();
        for (std::uint32_t j = 0; j < grid.rows; ++j)
            for (std::uint32_t i = 0; i < grid.columns; ++i) heights.push_back(at(grid.x(i), grid.y(j)));
        Terrain terrain;
        terrain.grid = grid;
        terrain.height = heights;
        terrain.colour = {sand};
        terrain.base = -0.2;
        return terrain;
    }
    /// Straight down on the square of 2 m around the origin, which just fills the height of the picture.
    static Picture fromAbove() {
        Picture picture;
        picture.camera = {{0, 0, 10}, {0, 0, 0}, {0, 1, 0}, 2 * std::atan(0.1)};
        picture.light.to_sun = {-0.5, 0, 1};
        return picture;
    }
    static double greyAt(const io::Image& image, int x, int y) {
        const std::uint8_t* p = image.pixel(x, y);
        return (p[0] + p[1] + p[2]) / 3.0;
    }
    static bool isSand(const std::uint8_t* p) { return p[0] > p[2] + 15; }

    std::vector<double> heights;
};

const geometry::ColumnGrid one_metre{-0.5, -0.5, 0.01, 101, 101};

// The footprint of 1 m takes half of the picture's height: 120 pixels around the middle. Tolerance: the pixel
// at the edge.
TEST_F(TerrainDrawing, CoversItsColumnsAndNothingElse) {
    Picture picture = fromAbove();
    picture.background = {{1, 1, 1}, {1, 1, 1}};
    picture.terrains.push_back(terrainOf(one_metre, [](double, double) { return 0.0; }));
    const io::Image image = drawn(picture);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const double from_middle = std::max(std::abs(x + 0.5 - 160), std::abs(y + 0.5 - 120));
            if (std::abs(from_middle - 60) < 1) continue;
            ASSERT_EQ(isSand(image.pixel(x, y)), from_middle < 60) << x << " " << y;
        }
}

// Cut between its columns, on a slope: the pixels as above, and the corners on the cut are at the height that
// the slope has there.
TEST_F(TerrainDrawing, EndsWhereItIsCut) {
    Picture picture = fromAbove();
    picture.background = {{1, 1, 1}, {1, 1, 1}};
    picture.terrains.push_back(
        terrainOf({-0.5, -0.5, 0.1, 11, 11}, [](double x, double) { return 0.1 * x; }));
    picture.terrains[0].cut = geometry::Box{{-0.33, -2, 0}, {0.26, 0.17, 0}};
    const geometry::Box box = boundsOf(picture.terrains[0]);
    EXPECT_EQ(box.min.x, -0.33);
    EXPECT_EQ(box.min.y, -0.5) << "a cut beyond the columns cuts nothing";
    const io::Image image = drawn(picture);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const double at_x = (x + 0.5 - 160) / 120, at_y = (120 - y - 0.5) / 120;
            const double inside =
                std::min({at_x + 0.33, 0.26 - at_x, at_y + 0.5, 0.17 - at_y}) * 120;  // pixels
            if (std::abs(inside) < 1.5) continue;
            ASSERT_EQ(isSand(image.pixel(x, y)), inside > 0) << x << " " << y;
        }
    const TerrainData data = terrainData(picture.terrains[0], {}, {});
    float highest = -1;
    for (const MeshCorner& corner : data.corner) highest = std::max(highest, corner.position[2]);
    EXPECT_NEAR(highest, 0.026, 1e-6);
}

TEST_F(TerrainDrawing, ACutThatLeavesNothingIsRefused) {
    Picture picture = fromAbove();
    picture.terrains.push_back(terrainOf(one_metre, [](double, double) { return 0.0; }));
    picture.terrains[0].cut = geometry::Box{{0.2, 0, 0}, {0.2, 1, 0}};
    const auto image = renderer->draw(picture);
    ASSERT_FALSE(image.ok());
    EXPECT_THAT(image.error().message, testing::HasSubstr("its cut leaves nothing"));
}

// A ridge along y: the side that faces the sun is the brighter one, and it is smooth: along a row of pixels
// no step between neighbours on a side is larger than one level of grey (flat triangles of 1 cm would make
// steps of ten).
TEST_F(TerrainDrawing, IsShadedSmoothlyBySlope) {
    Picture picture = fromAbove();
    picture.terrains.push_back(
        terrainOf(one_metre, [](double x, double) { return 0.1 * std::cos(std::numbers::pi * x / 0.5); }));
    picture.terrains[0].colour = {{0.4f, 0.4f, 0.4f}};
    const io::Image image = drawn(picture);
    EXPECT_GT(greyAt(image, 130, 120), greyAt(image, 190, 120) + 20);
    for (int x = 106; x < 154; ++x)
        EXPECT_LE(std::abs(greyAt(image, x, 120) - greyAt(image, x + 1, 120)), 3.5) << x;
}

// Everything inside of the footprint is covered where tiles of different fineness meet on rough ground: no
// pixel shows the background through a gap.
TEST_F(TerrainDrawing, HasNoGapsBetweenTiles) {
    Picture picture;
    picture.camera = {{0, -1.2, 0.35}, {0, 0.3, 0}, {0, 0, 1}, 0.5};
    picture.background = {{0, 0, 1}, {0, 0, 1}};
    const geometry::ColumnGrid fine{-4, -1, 0.004, 2001, 1501};
    picture.terrains.push_back(terrainOf(fine, [](double x, double y) {
        return 0.02 * std::sin(90 * x) * std::cos(70 * y) + 0.01 * std::sin(400 * x + 300 * y);
    }));
    const io::Image image = drawn(picture);
    int blue = 0;
    for (int y = height / 2; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const std::uint8_t* p = image.pixel(x, y);
            blue += p[2] > p[0] + 20;
        }
    EXPECT_EQ(blue, 0);
}

// 2049 x 2049 columns whole in a picture of 240 rows: cells of no less than a pixel, so at most about as many
// corners as the picture has pixels twice over, and not four million; near by the same ground is as fine as
// its columns.
TEST_F(TerrainDrawing, IsAsFineAsPixelsShowAndNoFiner) {
    const geometry::ColumnGrid large{-1, -1, 2.0 / 2048, 2049, 2049};
    const Terrain terrain = terrainOf(large, [](double, double) { return 0.0; });
    const Focus focus{{0, 0, 0}, 1};
    const TerrainData far = terrainData(terrain, focus, {{0, 0, 2}, 1.0 / height});
    EXPECT_LT(far.corner.size(), std::size_t{2 * width * height});
    EXPECT_GT(far.corner.size(), std::size_t{height * height / 8});
    const TerrainData near = terrainData(terrain, focus, {{0, 0, 0.05}, 1.0 / height});
    EXPECT_LT(near.corner.size(), large.size() / 3);
    // What is not seen takes a small part of that.
    Picture picture;
    picture.camera = {{0, 0, 0.05}, {0, 1, 0}, {0, 0, 1}, 0.5};
    const TerrainData seen = terrainData(terrain, focus, viewpointOf(picture, focus, {width, height}));
    EXPECT_LT(seen.corner.size(), near.corner.size() / 2);
    const auto isThere = [&](double x) {
        return std::any_of(near.corner.begin(), near.corner.end(), [&](const MeshCorner& corner) {
            return std::abs(corner.position[0] - x) < 1e-6 && std::abs(corner.position[1]) < 1e-6;
        });
    };
    for (int k = 0; k < 20; ++k) EXPECT_TRUE(isThere(k * large.spacing)) << k;
    const auto finest = [&](const TerrainData& data) {
        return std::count_if(data.corner.begin(), data.corner.end(), [](const MeshCorner& corner) {
            return std::abs(corner.position[0]) < 0.05 && corner.position[1] > 0.1f &&
                   corner.position[1] < 0.2f;
        });
    };
    EXPECT_EQ(finest(seen), finest(near)) << "in sight nothing is coarser";
}

struct Look {
    double mean = 0, spread = 0;
};
/// Brightness in the middle of a picture.
Look lookOf(const io::Image& image) {
    double sum = 0, squares = 0;
    int count = 0;
    for (int y = height / 4; y < 3 * height / 4; ++y)
        for (int x = width / 4; x < 3 * width / 4; ++x, ++count) {
            const std::uint8_t* p = image.pixel(x, y);
            const double grey = (p[0] + p[1] + p[2]) / 3.0;
            sum += grey;
            squares += grey * grey;
        }
    const double mean = sum / count;
    return {mean, std::sqrt(squares / count - mean * mean)};
}

/// A bed of loose grains up to z = 0: what ground of them should look like.
struct Bed {
    std::vector<Vec3d> centre;
    std::vector<double> radius;
    std::vector<std::uint32_t> id;
};
Bed bedOf(double r) {
    Bed bed;
    const double side = 1.75 * r;
    const auto along = static_cast<int>(1.6 / side);
    for (int layer = 0; layer < 3; ++layer)
        for (int j = -along / 2; j < along / 2; ++j)
            for (int i = -along / 2; i < along / 2; ++i) {
                const auto id = static_cast<std::uint32_t>(bed.id.size());
                const auto draw = philox({id, 1, 0, 0}, {7, 7});
                const auto unit = [&](std::size_t k) { return double(draw[k]) * 0x1.0p-32 - 0.5; };
                bed.centre.push_back({(i + 0.5 * (layer % 2) + 0.5 * unit(0)) * side,
                                      (j + 0.5 * (layer % 2) + 0.5 * unit(1)) * side,
                                      (-0.8 - 1.3 * layer + 0.6 * unit(2)) * r});
                bed.radius.push_back(r * (1 + 0.3 * unit(3)));
                bed.id.push_back(id);
            }
    return bed;
}

// Ground of grains beside a bed of real ones: brightness within 8% and its spread from pixel to pixel within
// a third, for grains of 10, 4 and 1.5 pixels. (The bed is no exact copy: its packing is made by hand. Smooth
// ground misses the spread by a factor of five or more.)
TEST_F(TerrainDrawing, GrainsOfTheGroundLookLikeFreeOnes) {
    for (const double r : {0.04, 0.016, 0.006}) {
        Picture ground;
        ground.camera = {{0, -2, 1.4}, {0, 0, 0}, {0, 0, 1}, 0.3};
        ground.light.to_sun = {-0.7, -0.3, 0.8};
        Picture grains = ground;
        ground.terrains.push_back(terrainOf({-0.8, -0.8, 0.1, 17, 17}, [](double, double) { return 0.0; }));
        ground.terrains[0].grain_radius = r;
        const Bed bed = bedOf(r);
        grains.spheres.push_back({bed.centre, bed.radius, grainColours(sand, bed.id), bed.id});
        const Look a = lookOf(drawn(ground)), b = lookOf(drawn(grains));
        EXPECT_NEAR(a.mean, b.mean, 0.08 * b.mean) << r;
        EXPECT_NEAR(a.spread, b.spread, 0.33 * b.spread) << r;
    }
}

// Grains far smaller than a pixel are a smooth surface: no flicker from pixel to pixel (the last pass adds
// noise of a level of grey against banding).
TEST_F(TerrainDrawing, GrainsBelowAPixelFade) {
    Picture picture = fromAbove();
    picture.terrains.push_back(terrainOf({-2, -2, 0.1, 41, 41}, [](double, double) { return 0.0; }));
    picture.terrains[0].grain_radius = 2e-4;
    EXPECT_LT(lookOf(drawn(picture)).spread, 1.5);
}

// Grains stay where they are in the world when the picture's own units change, which depend on all that is in
// it.
TEST_F(TerrainDrawing, GrainsAreFixedInTheWorld) {
    Picture picture;
    picture.camera = {{100.3, 49, 1.4}, {100.3, 50.1, 0}, {0, 0, 1}, 0.3};
    picture.terrains.push_back(terrainOf({99.5, 49.5, 0.1, 17, 17}, [](double, double) { return 0.0; }));
    picture.terrains[0].grain_radius = 0.02;
    const io::Image before = drawn(picture);
    const Vec3d far{100, 53, 0.1};
    const double small = 0.01;
    picture.spheres.push_back({{&far, 1}, {&small, 1}, {sand}, {}});
    // The same line of sight: what the camera looks at is where the shaders' coordinates begin.
    picture.camera.target = picture.camera.position + 1.3 * (picture.camera.target - picture.camera.position);
    const io::Image after = drawn(picture);
    int different = 0, count = 0;
    for (int y = height / 4; y < 3 * height / 4; ++y)
        for (int x = width / 4; x < 3 * width / 4; ++x, ++count)
            different += std::abs(greyAt(before, x, y) - greyAt(after, x, y)) > 40;
    // Shadows and occlusion are computed in those units and differ a little; moved grains would differ
    // everywhere.
    EXPECT_LT(different, count / 50);
}

// A slope of 0.2 from -0.1 to 0.1 m with lines each 25 mm: dark at x = -0.25, 0 and 0.25, and not between.
TEST_F(TerrainDrawing, ContourLinesStandAtTheirHeights) {
    Picture picture = fromAbove();
    picture.terrains.push_back(terrainOf(one_metre, [](double x, double) { return 0.2 * x; }));
    const io::Image plain = drawn(picture);
    picture.terrains[0].contour_interval = 0.025;
    const io::Image lines = drawn(picture);
    const auto darkened = [&](double x) {
        // Heights bring a point nearer to the eye, which is 10 m up.
        const double pixel = 160 + 120 * x / (1 - 0.02 * x);
        double most = 0;
        for (int k = -1; k <= 1; ++k) {
            const int at = static_cast<int>(std::floor(pixel)) + k;
            most = std::max(most, greyAt(plain, at, 120) - greyAt(lines, at, 120));
        }
        return most;
    };
    for (const double x : {-0.25, -0.125, 0.0, 0.125, 0.25}) EXPECT_GT(darkened(x), 20) << x;
    for (const double x : {-0.31, -0.19, -0.06, 0.06, 0.19, 0.31}) EXPECT_LT(darkened(x), 5) << x;
}

TEST_F(TerrainDrawing, RefusesWhatCannotBeDrawn) {
    Picture picture = fromAbove();
    picture.terrains.push_back(terrainOf(one_metre, [](double, double) { return 0.0; }));
    heights[517] = std::numeric_limits<double>::quiet_NaN();
    const auto image = renderer->draw(picture);
    ASSERT_FALSE(image.ok());
    EXPECT_THAT(image.error().message, testing::HasSubstr("column 12, 5"));
    heights[517] = 0;
    picture.terrains[0].colour.clear();
    EXPECT_FALSE(renderer->draw(picture).ok());
}

}  // namespace
}  // namespace talus::render
