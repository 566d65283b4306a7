// Ground as a volume, as pictures and rasters show it: down to its bottom, and none where there is none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "talus/method/gather.h"
#include "talus/run/land/export_ground.h"
#include "talus/run/picture/extent.h"
#include "talus/scene/reader.h"
#include "tests/support/temporary_folder.h"

namespace talus::run {
namespace {

/// 14 x 10 x 16 cells of 5 cm, which no blocks of eight make up; its lower left is a pit without a bottom.
std::string pond(const std::string& more = "", const char* max = "[0.7, 0.5, 0.2]") {
    return std::string(R"(
format = 1
name = "pond"
[[material]]
name = "sand"
density = 2500
[volume]
material = "sand"
min = [0, 0, -0.6]
max = )") + max +
           R"(
cell = 0.05
level = -0.1
cohesion = 0
)" + more + R"(
[[volume_shape]]
name = "pit"
remove = true
shape = "box"
min = [-1, -1, -1]
max = [0.1, 0.1, 1]
[water]
spacing = 0.05
[[water_block]]
name = "pond"
min = [0.2, 0.2, -0.05]
max = [0.3, 0.3, 0.1]
)";
}

scene::ReadResult readPond(const std::string& text) {
    auto read = scene::readScene(text, "scene.toml", {}, scene::Machine{});
    EXPECT_TRUE(read.scene) << read.diagnostics.format("scene.toml", "");
    return read;
}

// Water begins at z = -0.05, and the floor for the eye lies under all that the camera is to see: it hid the
// ground below the water.
TEST(VolumeLand, PicturesShowTheVolumeDownToItsBottom) {
    const geometry::Box all = extentOf(*readPond(pond()).scene);
    EXPECT_LE(all.min.z, -0.6);
    EXPECT_LE(all.min.x, 0);
    EXPECT_GE(all.max.x, 0.7 - 1e-9);
    EXPECT_GE(all.max.y, 0.5 - 1e-9);
    EXPECT_LT(all.max.x, 0.75) << "blocks of eight cells are nobody's matter";
    const geometry::Box hidden = extentOf(*readPond(pond("visible = false\n")).scene);
    EXPECT_GT(hidden.min.z, -0.2);
}

TEST(VolumeLand, RastersEndWithTheBoxAndHaveHolesWhereNoGroundIs) {
    const auto read = readPond(pond());
    const method::Land land = method::landsOf(*read.scene).at(0);
    ASSERT_EQ(land.start->grid.columns, 14u);
    ASSERT_EQ(land.start->grid.rows, 10u);
    const auto rasters = GroundRasters::of(land);
    ASSERT_TRUE(rasters) << rasters.error().message;
    exec::Array<double> heights = land.start->height;
    const std::size_t filled = land.start->grid.at(0, 0), dug = land.start->grid.at(9, 9);
    heights[filled] = -0.3;
    heights[dug] = -0.6;
    const io::Raster now = rasters->rasterOf(heights.view());
    ASSERT_FALSE(now.hole.empty());
    for (std::uint32_t j = 0; j < 10; ++j)
        for (std::uint32_t i = 0; i < 14; ++i) {
            const std::size_t k = land.start->grid.at(i, j);
            const bool hole = (i < 2 && j < 2 && k != filled) || k == dug;
            EXPECT_EQ(now.hole[k] != 0, hole) << i << ' ' << j;
            if (!hole && k != filled) {
                EXPECT_NEAR(now.ground.height[k], -0.1, 1e-12);
            }
        }
    const test::TemporaryFolder folder;
    ASSERT_TRUE(io::writeRaster(folder / "out.tif", now));
    const auto back = io::readRaster(folder / "out.tif");
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_TRUE(back->declares_nodata);
    EXPECT_EQ(back->hole[dug], 1);
    EXPECT_EQ(back->hole[filled], 0);
}

TEST(VolumeLand, BoxThatIsNotWholeCellsIsWarnedOf) {
    EXPECT_EQ(readPond(pond()).diagnostics.format("", "").find("whole cells"), std::string::npos);
    const auto read = readPond(pond("", "[0.72, 0.5, 0.19]"));
    EXPECT_THAT(read.diagnostics.format("scene.toml", ""),
                testing::HasSubstr("not one of whole cells: its ground ends at [0.7, 0.5, 0.2] m"));
}

}  // namespace
}  // namespace talus::run
