// Rasters that hold or leave open what a reader may take for something else: nodata that a float cannot hold,
// signed bytes, degrees and feet that nobody names, sizes below 0, texts in other encodings.
#include "talus/io/raster/raster.h"

#include <array>
#include <functional>

#include <cpl_conv.h>
#include <fmt/format.h>
#include <gdal.h>

#include "tests/io/made_raster.h"
#include "tests/support/temporary_folder.h"

namespace talus::io {
namespace {

using namespace testing_support;
using test::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

void change(const Path& path, const std::function<void(GDALDatasetH)>& what) {
    GDALDatasetH dataset = GDALOpen(path.c_str(), GA_Update);
    ASSERT_NE(dataset, nullptr);
    what(dataset);
    GDALClose(dataset);
}
void put(GDALDatasetH dataset, int column, int row, double value) {
    ASSERT_EQ(GDALRasterIO(GDALGetRasterBand(dataset, 1), GF_Write, column, row, 1, 1, &value, 1, 1,
                           GDT_Float64, 0, 0),
              CE_None);
}
void giveSystem(GDALDatasetH dataset, const char* words) {
    OGRSpatialReferenceH system = OSRNewSpatialReference(nullptr);
    ASSERT_EQ(OSRSetFromUserInput(system, words), OGRERR_NONE) << words;
    GDALSetSpatialRef(dataset, system);
    OSRDestroySpatialReference(system);
}
bool holeAt(const Raster& raster, std::uint32_t i, std::uint32_t j) {
    return !raster.hole.empty() && raster.hole[raster.ground.grid.at(i, j)] != 0;
}
double at(const Raster& raster, std::uint32_t i, std::uint32_t j) {
    return raster.ground.height[raster.ground.grid.at(i, j)];
}

// -9999.9 is no float: the cells hold -9999.900390625. Declared in the header of raw floats, in a TIFF, or in
// a text beside it.
TEST(DoubtfulRaster, NodataIsComparedInThePrecisionOfTheCells) {
    const TemporaryFolder folder;
    const std::array<float, 4> cells{1.5f, -9999.9f, 3, 4};
    write(folder / "a.flt", std::string(reinterpret_cast<const char*>(cells.data()), sizeof cells));
    write(
        folder / "a.hdr",
        "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value -9999.9\nbyteorder LSBFIRST\n");
    make(folder / "b.tif", "GTiff", {});
    change(folder / "b.tif", [](GDALDatasetH dataset) {
        put(dataset, 1, 0, -9999.9f);
        GDALSetRasterNoDataValue(GDALGetRasterBand(dataset, 1), -9999.9);
    });
    make(folder / "c.tif", "GTiff", {});
    change(folder / "c.tif", [](GDALDatasetH dataset) { put(dataset, 1, 0, -9999.9f); });
    write(folder / "c.tif.aux.xml",
          "<PAMDataset><PAMRasterBand "
          "band=\"1\"><NoDataValue>-9999.9</NoDataValue></PAMRasterBand></PAMDataset>");
    for (const char* name : {"a.flt", "b.tif", "c.tif"}) {
        const auto raster = readRaster(folder / name);
        ASSERT_TRUE(raster.ok()) << raster.error().message;
        EXPECT_TRUE(holeAt(*raster, 1, raster->ground.grid.rows - 1)) << name;
        EXPECT_FALSE(holeAt(*raster, 0, 0)) << name;
        EXPECT_GT(at(*raster, 1, raster->ground.grid.rows - 1), 0) << name;
    }
}

// In releases of GDAL before 3.7 a signed byte is a byte with a note beside it: -5 is 251, -128 is 128.
TEST(DoubtfulRaster, BytesMayBeSigned) {
    const TemporaryFolder folder;
    make(folder / "a.tif", "GTiff", {.type = GDT_Byte, .options = {"PIXELTYPE=SIGNEDBYTE"}});
    change(folder / "a.tif", [](GDALDatasetH dataset) {
        put(dataset, 3, 0, 251);
        put(dataset, 4, 0, 128);
        put(dataset, 5, 0, 127);
        GDALSetRasterNoDataValue(GDALGetRasterBand(dataset, 1), -128);
    });
    const auto raster = readRaster(folder / "a.tif");
    ASSERT_TRUE(raster.ok()) << raster.error().message;
    EXPECT_EQ(at(*raster, 3, 29), -5);
    EXPECT_TRUE(holeAt(*raster, 4, 29));
    EXPECT_EQ(at(*raster, 5, 29), 127);
}

std::string grid(double x, double y, double cell, const char* cells = "1 2 3\n4 5 6\n") {
    return fmt::format("ncols 3\nnrows 2\nxllcorner {}\nyllcorner {}\ncellsize {}\n{}", x, y, cell, cells);
}

// A half-metre lidar grid of the Alps in degrees, the same in metres, and a sandbox of a laboratory.
TEST(DoubtfulRaster, CoordinatesThatCouldBeDegreesAreReported) {
    const auto doubts = [](const std::string& text) {
        const auto raster = parseRaster(text, RasterFormat::AsciiGrid);
        EXPECT_TRUE(raster.ok()) << raster.error().message;
        return raster->doubts;
    };
    EXPECT_THAT(
        doubts(grid(7.4, 46.5, 0.0000459)),
        ElementsAre(HasSubstr("taken as metres, so that its cells are 4.59e-05 m wide, but could be")));
    EXPECT_THAT(doubts(grid(-122.2, -46.2, 1.0 / 3600)), testing::SizeIs(1));
    EXPECT_THAT(doubts(grid(2600000, 1200000, 0.5)), IsEmpty());
    EXPECT_THAT(doubts(grid(0, 0, 0.002)), IsEmpty());
    EXPECT_THAT(doubts(grid(7.4, 46.5, 0.5)), IsEmpty()) << "cells of half a degree";
    const TemporaryFolder folder;
    write(folder / "a.asc", grid(7.4, 46.5, 0.0000459));
    write(folder / "a.prj", "Projection    GEOGRAPHIC\nDatum         WGS84\nUnits         DD\n");
    const auto raster = readRaster(folder / "a.asc");
    ASSERT_TRUE(raster.ok()) << raster.error().message;
    EXPECT_THAT(raster->doubts, IsEmpty());
    EXPECT_NEAR(raster->ground.grid.spacing, 0.0000459 * 76.6e3, 0.01);  // a degree to the east at 46.5
}

// EPSG:2227 is California in US survey feet, 6360 heights in them, 5703 heights in metres.
TEST(DoubtfulRaster, HeightsOfAMapInFeetAreReported) {
    const TemporaryFolder folder;
    const auto read = [&](const char* system, const char* unit, double scale = 1) {
        make(folder / "a.tif", "GTiff", {.unit = unit});
        change(folder / "a.tif", [&](GDALDatasetH dataset) { giveSystem(dataset, system); });
        auto raster = readRaster(folder / "a.tif", {.vertical_scale = scale});
        EXPECT_TRUE(raster.ok()) << raster.error().message;
        return std::move(*raster);
    };
    constexpr double foot = 1200.0 / 3937;
    const Raster open = read("EPSG:2227", nullptr);
    EXPECT_THAT(open.doubts, ElementsAre(HasSubstr("does not give the unit of its heights")));
    EXPECT_EQ(at(open, 4, 0), valueAt(4, 29));
    EXPECT_THAT(read("EPSG:2227", nullptr, 0.3048).doubts, IsEmpty());
    EXPECT_THAT(read("EPSG:32633", nullptr).doubts, IsEmpty());
    const Raster said = read("EPSG:2227", "US survey foot");
    EXPECT_THAT(said.doubts, IsEmpty());
    EXPECT_NEAR(at(said, 4, 0), valueAt(4, 29) * foot, 1e-9);
    for (const auto& [system, metres] :
         {std::pair{"EPSG:2227+6360", foot}, std::pair{"EPSG:2227+5703", 1.0}}) {
        const Raster raster = read(system, nullptr);
        EXPECT_THAT(raster.doubts, IsEmpty()) << system;
        EXPECT_NEAR(at(raster, 4, 0), valueAt(4, 29) * metres, 1e-9) << system;
    }
}

TEST(DoubtfulRaster, BadTextGridsAreRefusedWithAReason) {
    const auto told = [](const std::string& text) {
        const auto raster = parseRaster(text, RasterFormat::AsciiGrid);
        return raster ? "it was read" : raster.error().message;
    };
    EXPECT_THAT(told(grid(0, 0, -30)),
                HasSubstr("the size -30 in its line 5, column 10; it must be above 0"));
    EXPECT_THAT(told("\xef\xbb\xbf" + grid(0, 0, 30)), HasSubstr("begins with a byte order mark"));
    std::string wide = "\xff\xfe";
    for (const char c : grid(0, 0, 30)) {
        wide += c;
        wide += char{};
    }
    EXPECT_THAT(told(wide), HasSubstr("UTF-16; save it as UTF-8"));
    const TemporaryFolder folder;
    make(folder / "a.tif", "GTiff", {.transform = {0, -30, 0, 0, 0, -30}});
    EXPECT_THAT(readRaster(folder / "a.tif").error().message, HasSubstr("a width below 0 (-30)"));
}

// A file that declares its nodata still does where no cell has it, and by another number where a height is
// that one.
TEST(DoubtfulRaster, WhatWasDeclaredAsNodataIsDeclaredAgain) {
    const TemporaryFolder folder;
    make(folder / "a.tif", "GTiff", {});
    change(folder / "a.tif",
           [](GDALDatasetH dataset) { GDALSetRasterNoDataValue(GDALGetRasterBand(dataset, 1), -12345); });
    auto raster = readRaster(folder / "a.tif");
    ASSERT_TRUE(raster.ok()) << raster.error().message;
    EXPECT_TRUE(raster->hole.empty());
    const auto declared = [&](const char* name) {
        EXPECT_TRUE(writeRaster(folder / name, *raster).ok());
        int there = 0;
        double nodata = 0;
        change(folder / name, [&](GDALDatasetH dataset) {
            nodata = GDALGetRasterNoDataValue(GDALGetRasterBand(dataset, 1), &there);
        });
        return there ? std::optional(nodata) : std::nullopt;
    };
    EXPECT_EQ(declared("b.tif"), -12345);
    GDALRegister_EHdr();
    EXPECT_EQ(declared("b.flt"), -12345);
    raster->nodata = at(*raster, 3, 4);
    EXPECT_EQ(declared("c.tif"), -9999);
    const auto again = readRaster(folder / "c.tif");
    EXPECT_TRUE(again->hole.empty());
    raster->declares_nodata = false;
    EXPECT_EQ(declared("d.tif"), std::nullopt);
}

}  // namespace
}  // namespace talus::io
