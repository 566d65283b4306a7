// Cells of rasters that stand for nothing, and the files beside a raster that are read with it.
#include "talus/io/raster/raster.h"

#include <array>

#include <cpl_conv.h>
#include <gdal.h>

#include "tests/io/made_raster.h"
#include "tests/support/temporary_folder.h"

namespace talus::io {
namespace {

using namespace testing_support;
using test::TemporaryFolder;

/// Hides the cells (c, r) with c + r a multiple of 7 of a file by a mask.
void hideSome(const std::filesystem::path& path) {
    GDALDatasetH dataset = GDALOpen(path.c_str(), GA_Update);
    ASSERT_NE(dataset, nullptr);
    ASSERT_EQ(GDALCreateDatasetMaskBand(dataset, GMF_PER_DATASET), CE_None);
    GDALRasterBandH mask = GDALGetMaskBand(GDALGetRasterBand(dataset, 1));
    for (int r = 0; r < 30; ++r) {
        std::array<std::uint8_t, 40> row{};
        for (int c = 0; c < 40; ++c) row[std::size_t(c)] = (c + r) % 7 == 0 ? 0 : 255;
        ASSERT_EQ(GDALRasterIO(mask, GF_Write, 0, r, 40, 1, row.data(), 40, 1, GDT_Byte, 0, 0), CE_None);
    }
    GDALClose(dataset);
}

TEST(Raster, ListsTheSideFilesThatAreRead) {
    const TemporaryFolder folder;
    const auto namesOf = [&](const char* name) {
        std::vector<std::string> names;
        const auto files = filesBeside(folder / name);
        EXPECT_TRUE(files.ok());
        for (const Path& file : *files)
            names.push_back(std::filesystem::relative(file, folder.path()).string());
        return names;
    };
    const auto given = [](std::initializer_list<std::string> names) {
        return std::vector<std::string>(names);
    };
    ASSERT_TRUE(writeRaster(folder / "a.flt", sample()).ok());
    EXPECT_EQ(namesOf("a.flt"), given({"a.flt.aux.xml", "a.hdr", "a.prj"}));
    write(folder / "a.asc", grid_text);
    EXPECT_EQ(namesOf("a.asc"), given({"a.prj"})) << "the same name, so the same file";
    write(folder / "b.asc", grid_text);
    EXPECT_EQ(namesOf("b.asc"), given({}));
    write(folder / "b.prj", "GEOGCS[\"x\"]");
    EXPECT_EQ(namesOf("b.asc"), given({"b.prj"}));
    write(folder / "b.asc.aux.xml", "<PAMDataset></PAMDataset>");
    EXPECT_EQ(namesOf("b.asc"), given({"b.asc.aux.xml", "b.prj"}));
    CPLSetThreadLocalConfigOption("GDAL_TIFF_INTERNAL_MASK", "NO");
    make(folder / "c.tif", "GTiff", {});
    hideSome(folder / "c.tif");
    CPLSetThreadLocalConfigOption("GDAL_TIFF_INTERNAL_MASK", nullptr);
    EXPECT_EQ(namesOf("c.tif"), given({"c.tif.msk"}));
    ASSERT_TRUE(writeRaster(folder / "d.png", sample()).ok());
    EXPECT_THAT(namesOf("d.png"), testing::Contains("d.wld"));
    EXPECT_FALSE(filesBeside(folder / "none.tif").ok());
}

// By a mask in the file, one in a file beside it, an alpha channel, and numbers that stand for nothing though
// nobody says so.
TEST(Raster, MaskedCellsAreHoles) {
    const TemporaryFolder folder;
    for (const char* where : {"YES", "NO"}) {
        CPLSetThreadLocalConfigOption("GDAL_TIFF_INTERNAL_MASK", where);
        const auto file = folder / (std::string(where) + ".tif");
        make(file, "GTiff", {});
        hideSome(file);
    }
    CPLSetThreadLocalConfigOption("GDAL_TIFF_INTERNAL_MASK", nullptr);
    EXPECT_TRUE(std::filesystem::exists(folder / "NO.tif.msk"));
    for (const std::string name : {"YES.tif", "NO.tif"}) {
        const auto raster = readRaster(folder / name);
        ASSERT_TRUE(raster.ok()) << raster.error().message;
        ASSERT_FALSE(raster->hole.empty()) << name;
        for (int r = 0; r < 30; ++r)
            for (int c = 0; c < 40; ++c) {
                const std::size_t k = raster->ground.grid.at(std::uint32_t(c), std::uint32_t(29 - r));
                EXPECT_EQ(raster->hole[k] != 0, (c + r) % 7 == 0) << name << " " << c << " " << r;
            }
    }
    make(folder / "alpha.tif", "GTiff", {.type = GDT_Byte, .options = {"ALPHA=YES"}, .bands = 2});
    const auto alpha = readRaster(folder / "alpha.tif");  // its second band is 42 to 217
    ASSERT_TRUE(alpha.ok()) << alpha.error().message;
    ASSERT_FALSE(alpha->hole.empty());
    EXPECT_NE(alpha->hole[alpha->ground.grid.at(0, 0)], 0);
    EXPECT_EQ(alpha->hole[alpha->ground.grid.at(39, 29)], 0);
    for (const double nothing : {-9999.0, -32767.0, -32768.0}) {
        make(folder / "bare.tif", "GTiff", {.type = GDT_Int16});
        GDALDatasetH dataset = GDALOpen((folder / "bare.tif").c_str(), GA_Update);
        double value = nothing;
        ASSERT_EQ(GDALRasterIO(GDALGetRasterBand(dataset, 1), GF_Write, 5, 6, 1, 1, &value, 1, 1, GDT_Float64,
                               0, 0),
                  CE_None);
        GDALClose(dataset);
        const auto raster = readRaster(folder / "bare.tif");
        ASSERT_TRUE(raster.ok()) << raster.error().message;
        ASSERT_FALSE(raster->hole.empty()) << nothing;
        EXPECT_NE(raster->hole[raster->ground.grid.at(5, 23)], 0) << nothing;
        EXPECT_NEAR(raster->ground.height[raster->ground.grid.at(5, 23)], valueAt(5, 6), 1e-9);
    }
}

}  // namespace
}  // namespace talus::io
