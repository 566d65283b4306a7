#pragma once
// Rasters for tests, made by GDAL.
#include <array>
#include <fstream>
#include <string>
#include <vector>

#include <cpl_conv.h>
#include <gdal.h>
#include <gdal_frmts.h>
#include <gtest/gtest.h>
#include <ogr_srs_api.h>

#include "talus/io/file.h"
#include "talus/io/raster/raster.h"

namespace talus::testing_support {

/// What GDAL is to write: 40 x 30 cells of 10 m, value(column, row from the north).
struct Made {
    GDALDataType type = GDT_Float32;
    std::vector<const char*> options = {};
    std::array<double, 6> transform{1000, 10, 0, 5000, 0, -10};
    double step = 1, offset = 0;
    const char* unit = nullptr;
    int bands = 1;
};
inline double valueAt(int c, int r) { return 3 * c - 2 * r + 100; }

inline void make(const io::Path& path, const char* driver, const Made& made) {
    GDALRegister_GTiff();
    std::vector<const char*> options = made.options;
    options.push_back(nullptr);
    GDALDatasetH dataset =
        GDALCreate(GDALGetDriverByName(driver), path.c_str(), 40, 30, made.bands, made.type, options.data());
    ASSERT_NE(dataset, nullptr);
    std::array<double, 6> transform = made.transform;
    GDALSetGeoTransform(dataset, transform.data());
    for (int b = 1; b <= made.bands; ++b) {
        GDALRasterBandH band = GDALGetRasterBand(dataset, b);
        if (made.step != 1) GDALSetRasterScale(band, made.step);
        if (made.offset != 0) GDALSetRasterOffset(band, made.offset);
        if (made.unit) GDALSetRasterUnitType(band, made.unit);
        for (int r = 0; r < 30; ++r) {
            std::array<double, 40> row{};
            for (int c = 0; c < 40; ++c) row[std::size_t(c)] = valueAt(c, r);
            ASSERT_EQ(GDALRasterIO(band, GF_Write, 0, r, 40, 1, row.data(), 40, 1, GDT_Float64, 0, 0),
                      CE_None);
        }
    }
    GDALClose(dataset);
}

inline void write(const io::Path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

inline std::string utm() {
    OGRSpatialReferenceH system = OSRNewSpatialReference(nullptr);
    OSRSetWellKnownGeogCS(system, "WGS84");
    OSRSetUTM(system, 10, TRUE);
    char* text = nullptr;
    OSRExportToWkt(system, &text);
    std::string result = text;
    CPLFree(text);
    OSRDestroySpatialReference(system);
    return result;
}

/// Ground of 7 x 5 columns, 2 m apart, somewhere in UTM zone 10, with one hole.
inline io::Raster sample() {
    io::Raster raster;
    raster.ground = geometry::flatHeightfield({0, 0, 2, 7, 5}, 0);
    raster.hole.resize(35);
    for (std::uint32_t k = 0; k < 35; ++k) raster.ground.height[k] = 500.25 + 0.5 * k * k;
    raster.hole[16] = 1;
    raster.reference = io::Georeference{utm(), 557945, 5107991, 1, 1};
    return raster;
}

/// A grid as text, with one hole.
inline const std::string grid_text =
    "NCOLS 4\nNROWS 3\nXLLCORNER 100\nYLLCORNER 200\nCELLSIZE 2.5\n"
    "1.000000001 2 3 4\n5 -9999 7 8\n9 10 11 12.5\n";

}  // namespace talus::testing_support
