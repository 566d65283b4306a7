#pragma once
// Rasters for tests, made by GDAL.
#include <array>
#include <fstream>
#include <string>
#include <vector>

#include <gdal.h>
#include <gdal_frmts.h>
#include <gtest/gtest.h>

#include "talus/io/file.h"

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

}  // namespace talus::testing_support
