// Rasters of every format become ground, and ground becomes rasters.
#include "talus/io/raster/raster.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <numbers>

#include <cpl_conv.h>
#include <gdal.h>
#include <ogr_srs_api.h>

#include "tests/io/made_raster.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace talus::io {
namespace {

using namespace testing_support;
using test::TemporaryFolder;

double at(const Raster& raster, std::uint32_t i, std::uint32_t j) {
    return raster.ground.height[raster.ground.grid.at(i, j)];
}
bool holeAt(const Raster& raster, std::uint32_t i, std::uint32_t j) {
    return !raster.hole.empty() && raster.hole[raster.ground.grid.at(i, j)] != 0;
}

TEST(Raster, AsciiGridStandsTheRightWayUp) {
    const auto raster = parseRaster(grid_text, RasterFormat::AsciiGrid);
    ASSERT_TRUE(raster.ok()) << raster.error().message;
    EXPECT_EQ(raster->ground.grid, (geometry::ColumnGrid{0, 0, 2.5, 4, 3}));
    EXPECT_EQ(at(*raster, 0, 0), 9);  // the last row is the southern one
    EXPECT_EQ(at(*raster, 3, 0), 12.5);
    EXPECT_EQ(at(*raster, 0, 2), 1.000000001);  // not read in single precision
    EXPECT_TRUE(holeAt(*raster, 1, 1));         // -9999, although it is not declared
    EXPECT_NEAR(at(*raster, 1, 1), (1.000000001 + 2 + 3 + 5 + 7 + 9 + 10 + 11) / 8, 1e-12);
    ASSERT_TRUE(raster->reference);
    EXPECT_EQ(raster->reference->corner_x, 101.25);  // the middle of the south-western cell
    EXPECT_EQ(raster->reference->corner_y, 201.25);
    const auto declared =
        parseRaster("NCOLS 2\nNROWS 2\nXLLCORNER 0\nYLLCORNER 0\nCELLSIZE 1\nNODATA_value 7\n7 2\n3 4\n",
                    RasterFormat::AsciiGrid);
    ASSERT_TRUE(declared.ok()) << declared.error().message;
    EXPECT_TRUE(holeAt(*declared, 0, 1));
    EXPECT_EQ(declared->nodata, 7);
}

// The whole file is 327 x 468; its western profiles start at different latitudes, the rest is nodata.
TEST(Raster, UsgsDemOfMountSaintHelens) {
    const auto raster = readRaster(test::sourceFile("tests/data/saint-helens-west.dem"));
    ASSERT_TRUE(raster.ok()) << raster.error().message;
    EXPECT_EQ(raster->ground.grid.columns, 6u);
    EXPECT_EQ(raster->ground.grid.rows, 468u);
    EXPECT_EQ(raster->ground.grid.spacing, 30);
    EXPECT_THAT(raster->reference->system, testing::HasSubstr("North_American_Datum_1927"));
    EXPECT_EQ(raster->reference->corner_x, 557820);
    // The first profile: 22 heights from 888 to 913 m, from y = 5121240 on.
    const auto first = static_cast<std::uint32_t>((5121240 - raster->reference->corner_y) / 30);
    EXPECT_FALSE(holeAt(*raster, 0, first));
    EXPECT_TRUE(holeAt(*raster, 0, first - 1));
    EXPECT_EQ(at(*raster, 0, first), 909);
    EXPECT_EQ(at(*raster, 0, first + 1), 910);
    EXPECT_EQ(std::count(raster->hole.data(), raster->hole.data() + raster->hole.size(), 0),
              22 + 128 + 234 + 340 + 445 + 463);
    for (std::size_t k = 0; k < raster->hole.size(); ++k) {  // what is filled in lies within what is there
        EXPECT_GE(raster->ground.height[k], 682);
        EXPECT_LE(raster->ground.height[k], 2543);
    }
}

TEST(Raster, GeoTiffInEveryLayoutAndType) {
    const TemporaryFolder folder;
    const std::vector<std::vector<const char*>> layouts{{},
                                                        {"TILED=YES", "BLOCKXSIZE=16", "BLOCKYSIZE=16"},
                                                        {"COMPRESS=DEFLATE", "TILED=YES"},
                                                        {"BLOCKYSIZE=7", "COMPRESS=LZW"}};
    for (const GDALDataType type : {GDT_Byte, GDT_Int16, GDT_UInt16, GDT_Int32, GDT_Float32, GDT_Float64})
        for (const auto& layout : layouts) {
            make(folder / "a.tif", "GTiff", {.type = type, .options = layout});
            const auto raster = readRaster(folder / "a.tif");
            ASSERT_TRUE(raster.ok()) << raster.error().message;
            EXPECT_EQ(raster->ground.grid, (geometry::ColumnGrid{0, 0, 10, 40, 30}));
            for (int r = 0; r < 30; ++r)
                for (int c = 0; c < 40; ++c)
                    ASSERT_EQ(at(*raster, std::uint32_t(c), std::uint32_t(29 - r)), valueAt(c, r));
            EXPECT_EQ(raster->reference->corner_y, 5000 - 295);
        }
    // From the south on, as some programs write it.
    make(folder / "south.tif", "GTiff", {.transform = {1000, 10, 0, 4700, 0, 10}});
    const auto south = readRaster(folder / "south.tif");
    ASSERT_TRUE(south.ok()) << south.error().message;
    EXPECT_EQ(at(*south, 3, 4), valueAt(3, 4));
    EXPECT_EQ(south->reference->corner_y, 4705);
}

TEST(Raster, HeightsGoByTheVerticalScale) {
    const TemporaryFolder folder;
    make(folder / "feet.tif", "GTiff", {.type = GDT_Int16, .step = 0.5, .offset = 20, .unit = "ft"});
    const auto raster = readRaster(folder / "feet.tif", {.vertical_scale = 2, .vertical_offset = -1});
    ASSERT_TRUE(raster.ok()) << raster.error().message;
    EXPECT_NEAR(at(*raster, 4, 0), (valueAt(4, 29) * 0.5 + 20) * 0.3048 * 2 - 1, 1e-12);
    // Written and read again the heights are the same, and the numbers in the file are the old ones.
    ASSERT_TRUE(writeRaster(folder / "again.tif", *raster).ok());
    const auto again = readRaster(folder / "again.tif");
    ASSERT_TRUE(again.ok()) << again.error().message;
    EXPECT_NEAR(at(*again, 4, 0), at(*raster, 4, 0), 1e-12);
    EXPECT_NEAR(again->vertical.step, raster->vertical.step, 1e-15);
    EXPECT_NEAR((at(*again, 4, 0) - again->vertical.offset) / again->vertical.step, valueAt(4, 29), 1e-4);
}

TEST(Raster, KnowsItsUnitOfHeight) {
    const TemporaryFolder folder;
    for (const auto& [unit, metres] :
         {std::pair{"Metre", 1.0}, std::pair{"US survey foot", 1200.0 / 3937}, std::pair{"km", 1e3},
          std::pair{"dm", 0.1}, std::pair{"cm", 0.01}, std::pair{"mm", 0.001}}) {
        make(folder / "a.tif", "GTiff", {.unit = unit});
        const auto raster = readRaster(folder / "a.tif");
        ASSERT_TRUE(raster.ok()) << raster.error().message;
        EXPECT_NEAR(at(*raster, 4, 0), valueAt(4, 29) * metres, 1e-9) << unit;
    }
    make(folder / "a.tif", "GTiff", {.unit = "parsec"});
    const auto raster = readRaster(folder / "a.tif");
    ASSERT_FALSE(raster.ok()) << "heights of an unknown unit taken for metres";
    EXPECT_THAT(raster.error().message, testing::HasSubstr("'parsec', which is not a known unit"));
}

// Written and read again: the same ground, with its hole and its place. Floats hold these heights exactly,
// 65534 levels hold them to half a level.
TEST(Raster, ComesBackAsItWasWritten) {
    const TemporaryFolder folder;
    const Raster raster = sample();
    for (const std::string name : {"a.tif", "a.flt", "a.png"}) {
        const Status written = writeRaster(folder / name, raster);
        ASSERT_TRUE(written.ok()) << written.error().message;
        const auto again = readRaster(folder / name);
        ASSERT_TRUE(again.ok()) << again.error().message;
        EXPECT_EQ(again->ground.grid, raster.ground.grid) << name;
        const double half_level = name == "a.png" ? 0.5 * (0.5 * 34 * 34) / 65534 : 0;
        for (std::uint32_t k = 0; k < 35; ++k) {
            EXPECT_EQ(again->hole[k], raster.hole[k]) << name;
            if (k != 16) {
                EXPECT_NEAR(again->ground.height[k], raster.ground.height[k], half_level * (1 + 1e-9))
                    << name;
            }
        }
        ASSERT_TRUE(again->reference) << name;
        EXPECT_EQ(again->reference->corner_x, 557945) << name;
        EXPECT_EQ(again->reference->corner_y, 5107991) << name;
        EXPECT_THAT(again->reference->system, testing::HasSubstr("PARAMETER[\"central_meridian\",-123]"))
            << name;
    }
    // What another raster left beside it is not believed.
    Raster plain = sample();
    plain.reference.reset();
    plain.hole.release();
    for (const std::string name : {"a.tif", "a.flt", "a.png"}) {
        ASSERT_TRUE(writeRaster(folder / name, plain).ok());
        const auto again = readRaster(folder / name);
        ASSERT_TRUE(again.ok()) << again.error().message;
        EXPECT_EQ(again->reference->system, "") << name;
        EXPECT_TRUE(again->hole.empty()) << name;
    }
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
        EXPECT_NE(entry.path().extension(), ".tmp");
}

void giveSystem(const Path& path, const char* words) {
    GDALDatasetH dataset = GDALOpen(path.c_str(), GA_Update);
    OGRSpatialReferenceH system = OSRNewSpatialReference(nullptr);
    ASSERT_EQ(OSRSetFromUserInput(system, words), OGRERR_NONE) << words;
    GDALSetSpatialRef(dataset, system);
    OSRDestroySpatialReference(system);
    GDALClose(dataset);
}

// Metres of Web Mercator at 60 degrees north are half as long as they say: its scale there is 1 / cos(60
// degrees), and y is R ln(tan(45 + 30 degrees)). Also where heights are a part of the system, and under the
// name that another authority has given it.
TEST(Raster, WebMercatorInMetresOfTheLand) {
    const TemporaryFolder folder;
    const double y = 6378137 * std::log(std::tan(75 * M_PI / 180));
    for (const char* system : {"EPSG:3857", "EPSG:3857+5773", "ESRI:102100", "EPSG:3785"}) {
        make(folder / "web.tif", "GTiff", {.transform = {1000, 10, 0, y + 150, 0, -10}});
        giveSystem(folder / "web.tif", system);
        const auto raster = readRaster(folder / "web.tif");
        ASSERT_TRUE(raster.ok()) << raster.error().message;
        EXPECT_NEAR(raster->ground.grid.spacing, 5, 1e-9) << system;
        // 145 of the web's metres from the middle are so much latitude, d(ln cos) = -tan; a micron a metre.
        const double turned = 145 * std::cos(M_PI / 3) / 6378137;
        EXPECT_NEAR(lengthError(*raster), turned * std::tan(M_PI / 3), 1e-3 * turned);
        ASSERT_TRUE(writeRaster(folder / "again.tif", *raster).ok());
        const auto again = readRaster(folder / "again.tif");
        EXPECT_NEAR(again->ground.grid.spacing, 5, 1e-9) << system;
        EXPECT_NEAR(again->reference->corner_x, 1005, 1e-6);
        EXPECT_NEAR(again->reference->corner_y, y - 145, 1e-6);
    }
}

// A plane map keeps its metres, with heights in its system or without; coordinates that are no map's are not
// taken for one.
TEST(Raster, OnlyMapsAreTaken) {
    const TemporaryFolder folder;
    make(folder / "map.tif", "GTiff", {});
    for (const char* system : {"EPSG:32633", "EPSG:32633+5773"}) {
        giveSystem(folder / "map.tif", system);
        EXPECT_EQ(readRaster(folder / "map.tif").value().ground.grid.spacing, 10) << system;
    }
    giveSystem(folder / "map.tif", "EPSG:4978");
    const auto raster = readRaster(folder / "map.tif");
    ASSERT_FALSE(raster.ok());
    EXPECT_THAT(raster.error().message, testing::HasSubstr("coordinates are geocentric"));
}

// A picture of levels says nothing about its size; with spacing and scale it is ground, and what is written
// has its levels again.
TEST(Raster, PictureOfLevels) {
    const TemporaryFolder folder;
    make(folder / "levels.tif", "GTiff", {.type = GDT_UInt16});
    auto levels = readRaster(folder / "levels.tif");
    ASSERT_TRUE(writeRaster(folder / "a.png", *levels).ok());
    std::filesystem::remove(folder / "a.wld");
    std::filesystem::remove(folder / "a.png.aux.xml");
    const auto unknown = readRaster(folder / "a.png");
    ASSERT_FALSE(unknown.ok());
    EXPECT_THAT(unknown.error().message, testing::HasSubstr("the size of its cells; give"));
    const auto raster =
        readRaster(folder / "a.png", {.spacing = 0.5, .vertical_scale = 0.01, .vertical_offset = -3});
    ASSERT_TRUE(raster.ok()) << raster.error().message;
    EXPECT_EQ(raster->ground.grid, (geometry::ColumnGrid{0, 0, 0.5, 40, 30}));
    EXPECT_NEAR(at(*raster, 7, 29), 0.01 * valueAt(7, 0) - 3, 1e-14);
    ASSERT_TRUE(writeRaster(folder / "b.png", *raster).ok());
    std::filesystem::remove(folder / "b.wld");
    std::filesystem::remove(folder / "b.png.aux.xml");
    const auto again = readRaster(folder / "b.png", {.spacing = 1});
    ASSERT_TRUE(again.ok()) << again.error().message;
    for (std::size_t k = 0; k < 1200; ++k) EXPECT_EQ(again->ground.height[k], levels->ground.height[k]);
    const auto twice = readRaster(folder / "levels.tif", {.spacing = 1});
    ASSERT_FALSE(twice.ok());
    EXPECT_THAT(twice.error().message, testing::HasSubstr("it gives the size of its cells itself"));
}

TEST(Raster, BmpInGreyButNotInColour) {
    const TemporaryFolder folder;
    GDALRegister_BMP();
    make(folder / "grey.bmp", "BMP", {.type = GDT_Byte});
    std::filesystem::remove(folder / "grey.bmp.aux.xml");
    const auto grey = readRaster(folder / "grey.bmp", {.spacing = 1, .vertical_scale = 0.1});
    ASSERT_TRUE(grey.ok()) << grey.error().message;
    EXPECT_NEAR(at(*grey, 5, 0), 0.1 * valueAt(5, 29), 1e-12);
    make(folder / "three.bmp", "BMP", {.type = GDT_Byte, .bands = 3});
    std::filesystem::remove(folder / "three.bmp.aux.xml");
    EXPECT_TRUE(readRaster(folder / "three.bmp", {.spacing = 1}).ok());  // grey in three equal bands
    std::fstream file(folder / "three.bmp", std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(-50, std::ios::end);
    file.put('\xee');
    file.close();
    const auto colour = readRaster(folder / "three.bmp", {.spacing = 1});
    ASSERT_FALSE(colour.ok());
    EXPECT_THAT(colour.error().message, testing::HasSubstr("colour"));
}

// SRTM: 1201 x 1201 big-endian numbers, 3 seconds of arc apart, placed by the file's name. At 45.5 degrees a
// degree is 111,142 m to the north and 78,147 m to the east (the usual series of the radii of curvature, here
// evaluated to 0.01%), so cells become squares of the shorter side.
TEST(Raster, HgtInDegreesBecomesMetres) {
    const TemporaryFolder folder;
    std::string bytes(std::size_t{1201} * 1201 * 2, '\0');
    const auto number = [](int c, int r) { return c + 2 * (1200 - r) - 100; };
    for (int r = 0; r < 1201; ++r)
        for (int c = 0; c < 1201; ++c) {
            const int value = c == 600 && r == 600 ? -32768 : number(c, r);
            const std::size_t k = 2 * (std::size_t(r) * 1201 + std::size_t(c));
            bytes[k] = static_cast<char>(value >> 8 & 0xff);
            bytes[k + 1] = static_cast<char>(value & 0xff);
        }
    write(folder / "N45W123.hgt", bytes);
    const auto raster = readRaster(folder / "N45W123.hgt");
    ASSERT_TRUE(raster.ok()) << raster.error().message;
    const double phi = 45.5 * std::numbers::pi / 180;
    const double north = 111132.92 - 559.82 * std::cos(2 * phi) + 1.175 * std::cos(4 * phi);
    const double east = 111412.84 * std::cos(phi) - 93.5 * std::cos(3 * phi) + 0.118 * std::cos(5 * phi);
    const double spacing = raster->ground.grid.spacing;
    EXPECT_NEAR(spacing, east / 1200, 1e-4 * spacing);
    EXPECT_EQ(raster->ground.grid.columns, 1201u);
    EXPECT_NEAR(raster->ground.grid.rows, 1200 * north / east, 1.5);
    // A plane stays one: one a column to the east, two a row to the north.
    for (const std::uint32_t j : {0u, 100u, 1000u, 1600u})
        EXPECT_NEAR(at(*raster, 300, j), 300 - 100 + 2 * j * (east / north), 0.2);
    EXPECT_NEAR(raster->reference->corner_x, -123, 1e-9);
    EXPECT_NEAR(raster->reference->corner_y, 45, 1e-9);
    EXPECT_NEAR(raster->reference->scale_y, 1 / north, 1e-4 / north);
    EXPECT_LE(std::count(raster->hole.data(), raster->hole.data() + raster->hole.size(), 1), 2);
    EXPECT_GE(std::count(raster->hole.data(), raster->hole.data() + raster->hole.size(), 1), 1);
    // One scale for all rows: meridians come nearer to each other to the north. Of the whole tile, and of its
    // southern half, whose own middle that is not. Squares may end a row, 0.0006 degrees, short of its end.
    EXPECT_NEAR(lengthError(*raster), 1 - std::cos(46 * std::numbers::pi / 180) / std::cos(phi), 1e-5);
    const auto south = cutOut(*raster, {0, 0, {}, std::round(600 * north / east) * spacing, {}});
    ASSERT_TRUE(south.ok()) << south.error().message;
    EXPECT_NEAR(lengthError(*south), std::cos(45 * std::numbers::pi / 180) / std::cos(phi) - 1, 1e-6);
    // Written as GeoTIFF it lies in the same degrees.
    ASSERT_TRUE(writeRaster(folder / "a.tif", *raster).ok());
    GDALDatasetH file = GDALOpen((folder / "a.tif").c_str(), GA_ReadOnly);
    std::array<double, 6> transform{};
    GDALGetGeoTransform(file, transform.data());
    EXPECT_NEAR(transform[0] + 0.5 * transform[1], -123, 1e-9);
    EXPECT_NEAR(transform[0] + 1200.5 * transform[1], -122, 1e-9);
    EXPECT_NEAR(transform[3] + (raster->ground.grid.rows - 0.5) * transform[5], 45, 1e-9);
    EXPECT_NE(OSRIsGeographic(GDALGetSpatialRef(file)), 0);
    GDALClose(file);
}

}  // namespace
}  // namespace talus::io
