// [ground] shape = "raster", by the reader that the command line uses.
#include "talus/run/land/raster_ground.h"
#include "talus/scene/reader.h"
#include "tests/run/small_run.h"
#include "tests/support/granular.h"

namespace talus::run {
namespace {

using test::TemporaryFolder;
using ::testing::HasSubstr;

constexpr std::uint32_t columns = 30, rows = 20;
double heightAt(std::uint32_t i, std::uint32_t j) { return static_cast<float>(500 + 3.7 * i + 0.9 * j * j); }

/// 30 x 20 cells of 10 m; one is a hole.
void writeSample(const Path& path) {
    io::Raster raster;
    raster.ground = geometry::flatHeightfield({0, 0, 10, columns, rows}, 0);
    raster.hole.resize(raster.ground.grid.size());
    raster.hole[raster.ground.grid.at(7, 3)] = 1;
    for (std::uint32_t j = 0; j < rows; ++j)
        for (std::uint32_t i = 0; i < columns; ++i)
            raster.ground.height[raster.ground.grid.at(i, j)] = heightAt(i, j);
    raster.reference = io::Georeference{"", 561000, 5119000, 1, 1};
    ASSERT_TRUE(io::writeRaster(path, raster));
}

scene::ReadResult read(const Path& folder, const std::string& ground,
                       const scene::RasterReader& reader = readRasterGround) {
    return scene::readScene(R"(
format = 1
name = "on-raster"
[[material]]
name = "sand"
density = 2500
[[contact]]
between = ["sand", "sand"]
[[grain]]
material = "sand"
position = [50, 50, 900]
[ground]
shape = "raster"
material = "sand"
)" + ground,
                            (folder / "scene.toml").string(), {}, scene::Machine{}, reader);
}
std::string errors(const scene::ReadResult& result) { return result.diagnostics.format("scene.toml", ""); }

TEST(GroundRaster, HasTheHeightsOfTheFile) {
    const TemporaryFolder folder;
    writeSample(folder / "dem.tif");
    const auto result = read(folder.path(), "file = \"dem.tif\"\n");
    ASSERT_TRUE(result.scene) << errors(result);
    const geometry::Heightfield& surface = *ground::in(*result.scene).ground->surface;
    EXPECT_EQ(surface.grid, (geometry::ColumnGrid{0, 0, 10, columns, rows}));
    for (std::uint32_t j = 0; j < rows; ++j)
        for (std::uint32_t i = 0; i < columns; ++i) {
            if (i == 7 && j == 3) continue;  // the hole
            EXPECT_EQ(surface.height[surface.grid.at(i, j)], heightAt(i, j)) << i << " " << j;
        }
    EXPECT_THAT(errors(result), testing::HasSubstr("'dem.tif' has no height for 1 of"));
    const auto beside = read(folder.path(), "file = \"dem.tif\"\nwindow_corner = [100, 100]\n");
    EXPECT_THAT(errors(beside), testing::Not(testing::HasSubstr("has no height")));
}

// Cells of a tenth of a degree, 2 degrees deep at 61 degrees north: cos(61) is 3% more than cos(61.95).
TEST(GroundRaster, DistortionOfGridsInDegreesIsReported) {
    const TemporaryFolder folder;
    io::Raster raster;
    raster.ground = geometry::flatHeightfield({0, 0, 10, columns, rows}, 100);
    raster.reference = io::Georeference{
        "GEOGCS[\"WGS 84\",DATUM[\"WGS_1984\",SPHEROID[\"WGS 84\",6378137,"
        "298.257223563]],PRIMEM[\"Greenwich\",0],UNIT[\"degree\","
        "0.0174532925199433]]",
        10, 60.05, 0.01, 0.01};
    ASSERT_TRUE(io::writeRaster(folder / "degrees.tif", raster));
    const auto whole = read(folder.path(), "file = \"degrees.tif\"\n");
    ASSERT_TRUE(whole.scene) << errors(whole);
    EXPECT_THAT(errors(whole), HasSubstr("lengths from west to east are wrong by up to 3%"));
    const auto middle =
        read(folder.path(), "file = \"degrees.tif\"\nwindow_corner = [0, 97e3]\ndepth = 22e3\n");
    ASSERT_TRUE(middle.scene) << errors(middle);
    EXPECT_THAT(errors(middle), ::testing::Not(HasSubstr("wrong")));
}

// Lengths of the scene are those of the land times scale; written out it is read again from anywhere.
TEST(GroundRaster, WindowScaleAndCorner) {
    const TemporaryFolder folder;
    writeSample(folder / "dem.tif");
    const auto result = read(folder.path(),
                             "file = \"dem.tif\"\ncorner = [-1, 2, -5]\nscale = 0.01\nvertical_scale = "
                             "2\nwindow_corner = [0.52, 0.2]\nwidth = 1.0\ndepth = 0.6\n");
    ASSERT_TRUE(result.scene) << errors(result);
    const geometry::Heightfield& surface = *ground::in(*result.scene).ground->surface;
    EXPECT_EQ(surface.grid.columns, 11u);
    EXPECT_EQ(surface.grid.rows, 7u);
    EXPECT_NEAR(surface.grid.spacing, 0.1, 1e-15);
    EXPECT_EQ(surface.grid.origin_x, -1);
    EXPECT_EQ(surface.grid.origin_y, 2);
    EXPECT_NEAR(surface.height[surface.grid.at(3, 4)], -5 + 0.01 * 2 * heightAt(5 + 3, 2 + 4), 1e-12);
    const std::string text = scene::writeResolved(*result.scene);
    const auto again = scene::readScene(text, "/elsewhere/run.toml", {}, scene::Machine{}, readRasterGround);
    ASSERT_TRUE(again.scene) << again.diagnostics.format("run.toml", text);
    EXPECT_EQ(scene::writeResolved(*again.scene), text);
    const auto a = surface.height.view(), b = ground::in(*again.scene).ground->surface->height.view();
    EXPECT_TRUE(a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin()));
}

TEST(GroundRaster, CanBeCoarser) {
    const TemporaryFolder folder;
    writeSample(folder / "dem.tif");
    const auto result = read(folder.path(), "file = \"dem.tif\"\nspacing = 20\nwindow_corner = [100, 100]\n");
    ASSERT_TRUE(result.scene) << errors(result);
    const geometry::Heightfield& surface = *ground::in(*result.scene).ground->surface;
    EXPECT_EQ(surface.grid, (geometry::ColumnGrid{0, 0, 20, 10, 5}));
    double mean = 0;
    for (int b = -1; b <= 1; ++b)
        for (int a = -1; a <= 1; ++a)
            mean += (a == 0 ? 0.5 : 0.25) * (b == 0 ? 0.5 : 0.25) *
                    heightAt(static_cast<std::uint32_t>(14 + a), static_cast<std::uint32_t>(14 + b));
    EXPECT_NEAR(surface.height[surface.grid.at(2, 2)], mean, 1e-9);
}

TEST(GroundRaster, MistakesAreExplained) {
    const TemporaryFolder folder;
    writeSample(folder / "dem.tif");
    const auto said = [&](const std::string& ground) { return errors(read(folder.path(), ground)); };
    EXPECT_THAT(said("file = \"dam.tif\"\n"),
                HasSubstr("the raster 'dam.tif' cannot be used: there is no such file"));
    EXPECT_THAT(said("file = \"dem.xyz\"\n"), HasSubstr("its name must end in .tif, .asc"));
    EXPECT_THAT(said("file = \"dem.tif\"\ncell = 5\n"), HasSubstr("it gives the size of its cells itself"));
    EXPECT_THAT(said("file = \"dem.tif\"\nwindow_corner = [400, 0]\n"),
                HasSubstr("the part begins at x = 400 m"));
    EXPECT_THAT(said("file = \"dem.tif\"\ndepth = 400\n"), HasSubstr("the part goes to y = 400 m"));
    EXPECT_THAT(said("file = \"dem.tif\"\nspacing = 400\n"), HasSubstr("choose a smaller one"));
    EXPECT_THAT(said("file = \"dem.tif\"\nvertical_scale = 0\n"), HasSubstr("must not be 0"));
    EXPECT_THAT(errors(read(folder.path(), "file = \"dem.tif\"\n", {})), HasSubstr("cannot read rasters"));
}

// The part keeps its place in the world, and what is a hole there.
TEST(GroundRaster, PartKeepsReferenceAndHoles) {
    const TemporaryFolder folder;
    writeSample(folder / "dem.tif");
    method::RasterRequest request;
    request.path = (folder / "dem.tif").string();
    request.window_corner = {40, 20};
    const auto part = readRasterPart(request);
    ASSERT_TRUE(part) << part.error().message;
    EXPECT_NEAR(part->reference->corner_x, 561040, 1e-6);
    EXPECT_NEAR(part->reference->corner_y, 5119020, 1e-6);
    ASSERT_EQ(part->hole.size(), part->ground.grid.size());
    for (std::uint32_t j = 0; j < part->ground.grid.rows; ++j)
        for (std::uint32_t i = 0; i < part->ground.grid.columns; ++i)
            EXPECT_EQ(part->hole[part->ground.grid.at(i, j)] != 0, i == 3 && j == 1);
    request.window_corner = {100, 0};
    EXPECT_TRUE(readRasterPart(request)->hole.empty());
}

}  // namespace
}  // namespace talus::run
