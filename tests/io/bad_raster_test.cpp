// Rasters that are damaged, hostile or of no use: an error that says what is wrong, and no memory for them.
#include <fmt/format.h>

#include "talus/io/raster/raster.h"
#include "tests/io/made_raster.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace talus::io {
namespace {

using namespace testing_support;
using test::TemporaryFolder;
using testing::HasSubstr;

std::string errorOf(const Result<Raster>& raster) {
    if (raster.ok()) return "it was read";
    EXPECT_EQ(raster.error().kind, ErrorKind::Input);
    return raster.error().message;
}

std::string grid(const std::string& cells, int columns = 3, int rows = 2) {
    return fmt::format("NCOLS {}\nNROWS {}\nXLLCORNER 0\nYLLCORNER 0\nCELLSIZE 1\n{}", columns, rows, cells);
}
std::string gridError(const std::string& text, const RasterOptions& options = {}) {
    return errorOf(parseRaster(text, RasterFormat::AsciiGrid, options));
}

TEST(BadRaster, BadTextGridsAreRefused) {
    EXPECT_THAT(gridError(grid("1 2 3\n4 5")), HasSubstr("cut short"));
    EXPECT_THAT(gridError(grid("1 2 3\n")), HasSubstr("cut short"));
    EXPECT_THAT(gridError(""), HasSubstr("not a AAIGrid file"));
    EXPECT_THAT(gridError("hello\n"), HasSubstr("not a AAIGrid file"));
    EXPECT_THAT(gridError(grid("-9999 -9999 -9999 -9999 nan -9999\n")), HasSubstr("only nodata"));
    EXPECT_THAT(gridError(grid("1 2 3\n", 3, 1)), HasSubstr("at least 2 x 2"));
    EXPECT_THAT(gridError(grid("1 2", 1000000, 1000000)), HasSubstr("1000000 x 1000000 cells, more than"));
    EXPECT_THAT(gridError(grid("1 2", -3, 2)), HasSubstr("not a AAIGrid file"));
    EXPECT_THAT(gridError(grid("1 2 3 4 5 6"), {.max_cells = 5}), HasSubstr("more than 5"));
    EXPECT_THAT(gridError("NCOLS 2\nNROWS 2\nXLLCORNER 0\nYLLCORNER 0\nDX 1\nDY 3\n1 2\n3 4\n"),
                HasSubstr("not square"));
    EXPECT_NE(gridError("NCOLS 2\nNROWS 2\nXLLCORNER 0\nYLLCORNER 0\nCELLSIZE 0\n1 2\n3 4\n"), "it was read");
    EXPECT_NE(gridError("NCOLS 2\nNROWS 2\nXLLCORNER nan\nYLLCORNER 0\nCELLSIZE 1\n1 2\n3 4\n"),
              "it was read");
    // GDAL reads words as 0.
    EXPECT_THAT(gridError(grid("1 2 3\n4 x5 6")), HasSubstr("'x5' in its line 7, column 3, is not a number"));
    EXPECT_THAT(gridError(grid("1 2 3\n4 5 six")),
                HasSubstr("'six' in its line 7, column 5, is not a number"));
    // Of what only begins as a number it takes the beginning, or 0.
    for (const std::string word : {"--5", "1.2.3", "1-2", "4e", "+", ".", "1e5.5", "0x10", "5m", "**",
                                   "1.5d3", "-nano", "1.#", "1..2", "1,2,3"})
        EXPECT_THAT(gridError(grid("1 2 3\n4 " + word + " 6")),
                    HasSubstr("'" + word + "' in its line 7, column 3, is not a number"));
    EXPECT_THAT(gridError("NCOLS 2\nNROWS 2\nXLLCORNER 0\nYLLCORNER 0\nCELLSIZE 1.2.3\n1 2\n3 4\n"),
                HasSubstr("'1.2.3' in its line 5, column 10, is not a number"));
    EXPECT_EQ(gridError(grid("1,5 2. .5\n4E0 5e-3 +6\n")), "it was read");
    // What comes after the last cell it leaves out.
    EXPECT_THAT(gridError(grid("1 2 3\n4 5 6\n7 8 9\n")),
                HasSubstr("more cells than 3 x 2: the first too many is '7' in its line 8, column 1"));
    EXPECT_THAT(gridError(grid("1 2 3 4\n5 6")), HasSubstr("its line 6 has 4 cells; the grid has 3 columns"));
    EXPECT_EQ(gridError(grid("1 2\n3 4\n5 6\n")), "it was read") << "rows may go on in the next line";
    EXPECT_EQ(gridError(grid("1 2 3\n4 5 6\n\n  \n")), "it was read");
    EXPECT_EQ(gridError(grid("NODATA_value nan\n+1 -2e-3 nan -1.#IND 5.5e+1 -inf")), "it was read");
    const std::string good = grid("1 2 3 4 5 6");
    EXPECT_THAT(gridError(good, {.vertical_scale = 0}), HasSubstr("not 0"));
    EXPECT_THAT(gridError(good, {.vertical_scale = 1e308}), HasSubstr("too large"));
    EXPECT_EQ(gridError(good), "it was read");
}

/// A TIFF head of one strip of floats, of any size, with no cells behind it.
std::string tiffHead(std::uint32_t columns, std::uint32_t rows, std::uint32_t rows_per_strip) {
    std::string bytes("II\x2a\0\x08\0\0\0", 8);
    const auto put = [&](std::uint64_t value, std::size_t count) {
        for (std::size_t k = 0; k < count; ++k) bytes.push_back(static_cast<char>(value >> 8 * k & 0xff));
    };
    const std::array<std::array<std::uint32_t, 3>, 9> tags{{{256, 4, columns},
                                                            {257, 4, rows},
                                                            {258, 3, 32},
                                                            {259, 3, 1},
                                                            {262, 3, 1},
                                                            {273, 4, 200},
                                                            {278, 4, rows_per_strip},
                                                            {279, 4, 4},
                                                            {339, 3, 3}}};
    put(tags.size(), 2);
    for (const auto& [tag, type, value] : tags) {
        put(tag, 2);
        put(type, 2);
        put(1, 4);
        put(value, 4);
    }
    put(0, 4);
    bytes.resize(300);
    return bytes;
}

// These would ask for 8 TB. A test would not survive that, so the error alone shows that nobody asked.
TEST(BadRaster, HugeHeadsAskForNoMemory) {
    for (const std::uint32_t strip : {1u, 1000000u}) {
        const std::string message =
            errorOf(parseRaster(tiffHead(1000000, 1000000, strip), RasterFormat::GeoTiff));
        EXPECT_NE(message, "it was read") << strip;
        EXPECT_FALSE(message.empty());
    }
    EXPECT_THAT(errorOf(parseRaster(tiffHead(100000, 100000, 1), RasterFormat::GeoTiff, {.spacing = 1})),
                HasSubstr("100000 x 100000 cells"));
    EXPECT_NE(errorOf(parseRaster(tiffHead(16, 16, 16), RasterFormat::GeoTiff, {.spacing = 1})),
              "it was read");
}

TEST(BadRaster, TruncatedFilesOfEveryFormatAreRefused) {
    const TemporaryFolder folder;
    make(folder / "a.tif", "GTiff", {.type = GDT_Int16, .options = {"COMPRESS=DEFLATE"}});
    const auto raster = readRaster(folder / "a.tif");
    ASSERT_TRUE(raster.ok());
    ASSERT_TRUE(writeRaster(folder / "b.png", *raster).ok());
    GDALRegister_BMP();
    make(folder / "c.bmp", "BMP", {.type = GDT_Byte});
    std::filesystem::copy(test::sourceFile("tests/data/saint-helens-west.dem"), folder / "d.dem");
    write(folder / "e.hgt", std::string(1201 * 1201 * 2 - 1, '\1'));
    for (const char* name : {"a.tif", "b.png", "c.bmp", "d.dem", "e.hgt"}) {
        const auto size = std::filesystem::file_size(folder / name);
        for (const std::uintmax_t left : {size * 3 / 5, size / 10, std::uintmax_t{3}, std::uintmax_t{0}}) {
            std::filesystem::resize_file(folder / name, left);
            const std::string message = errorOf(readRaster(folder / name));
            EXPECT_NE(message, "it was read") << name << " of " << left << " bytes";
            EXPECT_THAT(message, HasSubstr(name));
        }
    }
}

TEST(BadRaster, BadTransformsAreRefused) {
    const TemporaryFolder folder;
    const auto placed = [&](const std::array<double, 6>& transform, GDALDataType type = GDT_Float32) {
        make(folder / "a.tif", "GTiff", {.type = type, .transform = transform});
        return errorOf(readRaster(folder / "a.tif"));
    };
    EXPECT_THAT(placed({0, 1, 0.1, 0, 0, -1}), HasSubstr("gdalwarp"));
    EXPECT_THAT(placed({0, -1, 0, 0, 0, -1}), HasSubstr("from east to west"));
    EXPECT_THAT(placed({0, 1, 0, 0, 0, -2}), HasSubstr("not square (1 by 2 m)"));
    EXPECT_NE(placed({0, 1e300, 0, 0, 0, -1e300}), "it was read");
    EXPECT_THAT(placed({0, 1, 0, 0, 0, -1}, GDT_CFloat32), HasSubstr("complex"));
    EXPECT_EQ(placed({0, 1, 0, 0, 0, -1}), "it was read");
}

// Names that GDAL would take for addresses or archives, and names that are no files.
TEST(BadRaster, AddressesAndArchivesAreNotOpened) {
    const TemporaryFolder folder;
    for (const std::string name : {"/vsicurl/http://localhost/a.tif", "/vsimem/a.tif",
                                   "http://localhost/a.tif", "GTIFF_DIR:1:a.tif", "nothing.tif"})
        EXPECT_THAT(errorOf(readRaster(name)), HasSubstr("there is no such file")) << name;
    EXPECT_THAT(errorOf(readRaster(folder.path() / "..")), HasSubstr("its name must end in"));
    std::filesystem::create_directory(folder / "folder.tif");
    EXPECT_THAT(errorOf(readRaster(folder / "folder.tif")), HasSubstr("it is a folder"));
    write(folder / "hill.hgt", std::string(2 * 1201 * 1201, '\1'));
    EXPECT_THAT(errorOf(readRaster(folder / "hill.hgt")), HasSubstr("like N46W123.hgt"));
    write(folder / "a.vrt", "<VRTDataset/>");
    EXPECT_THAT(errorOf(readRaster(folder / "a.vrt")), HasSubstr("its name must end in"));
    write(folder / "b.tif", "<VRTDataset rasterXSize=\"2\" rasterYSize=\"2\"></VRTDataset>");
    EXPECT_THAT(errorOf(readRaster(folder / "b.tif")), HasSubstr("not a GTiff file"));
}

TEST(BadRaster, CannotBeWritten) {
    const TemporaryFolder folder;
    const auto raster = parseRaster(grid("1 2 3 4 5 6"), RasterFormat::AsciiGrid);
    ASSERT_TRUE(raster.ok());
    EXPECT_EQ(writeRaster(folder / "a.asc", *raster).error().kind, ErrorKind::Input);
    const Status written = writeRaster(folder / "nowhere" / "a.tif", *raster);
    ASSERT_FALSE(written.ok());
    EXPECT_EQ(written.error().kind, ErrorKind::Storage);
}

}  // namespace
}  // namespace talus::io
