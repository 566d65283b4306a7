#include "talus/io/raster/exr.h"

#include <ImfArray.h>
#include <ImfChannelList.h>
#include <ImfFloatAttribute.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfInputFile.h>
#include <ImfMatrixAttribute.h>
#include <ImfStringAttribute.h>
#include <gtest/gtest.h>

#include "tests/io/made_raster.h"
#include "tests/support/temporary_folder.h"

namespace talus::io {
namespace {

using test::TemporaryFolder;

/// 3 x 2 columns, the south-western one without a height.
Raster sample() {
    Raster raster;
    raster.ground = geometry::flatHeightfield({0, 0, 10, 3, 2}, 0);
    for (std::size_t k = 0; k < 6; ++k) raster.ground.height[k] = 700.125 + 0.1 * static_cast<double>(k);
    raster.hole.resize(6);
    raster.hole[0] = 1;
    raster.nodata = -9999;
    raster.reference = Georeference{testing_support::utm(), 500005, 5100005, 1, 1};
    return raster;
}

// Read back by the library that others read it with: northern row first, single precision to the bit, and the
// corner of the north-western cell half a cell from its middle.
TEST(Exr, HoldsFloatsHolesAndPlace) {
    const TemporaryFolder folder;
    const Raster raster = sample();
    ASSERT_TRUE(writeRaster(folder / "out.exr", raster));
    Imf::InputFile file((folder / "out.exr").string().c_str());
    const Imath::Box2i window = file.header().dataWindow();
    ASSERT_EQ(window.max.x, 2);
    ASSERT_EQ(window.max.y, 1);
    ASSERT_NE(file.header().channels().findChannel("Y"), nullptr);
    EXPECT_EQ(file.header().channels().findChannel("Y")->type, Imf::FLOAT);
    std::array<float, 6> pixels{};
    Imf::FrameBuffer frame;
    frame.insert("Y", Imf::Slice(Imf::FLOAT, reinterpret_cast<char*>(pixels.data()), 4, 12));
    file.setFrameBuffer(frame);
    file.readPixels(0, 1);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(pixels[i], static_cast<float>(raster.ground.height[3 + i])) << i;
        EXPECT_EQ(pixels[3 + i], i == 0 ? -9999.0f : static_cast<float>(raster.ground.height[i])) << i;
    }
    EXPECT_EQ(file.header().typedAttribute<Imf::FloatAttribute>("nodata").value(), -9999.0f);
    const Imath::M33d place = file.header().typedAttribute<Imf::M33dAttribute>("gdal:geoTransform").value();
    EXPECT_EQ(place, Imath::M33d(10, 0, 500000, 0, -10, 5100020, 0, 0, 1));
    EXPECT_EQ(file.header().typedAttribute<Imf::StringAttribute>("gdal:crsWkt").value(),
              raster.reference->system);
}

TEST(Exr, SameRasterSameBytes) { EXPECT_EQ(*exrOf(sample()), *exrOf(sample())); }

// Two rasters of 16 bits on one scale: a level means the same height in both.
TEST(RasterSpan, GivesSeveralPicturesOneScale) {
    const TemporaryFolder folder;
    Raster low = sample(), high = sample();
    for (std::size_t k = 0; k < 6; ++k) high.ground.height[k] += 5;
    RasterSpan span;
    span.include(low);
    span.include(high);
    EXPECT_EQ(span.low, low.ground.height[1]) << "holes do not count";
    EXPECT_EQ(span.high, high.ground.height[5]);
    ASSERT_TRUE(writeRaster(folder / "low.png", low, span));
    ASSERT_TRUE(writeRaster(folder / "high.png", high, span));
    const auto a = readRaster(folder / "low.png").value(), b = readRaster(folder / "high.png").value();
    EXPECT_EQ(a.vertical.step, b.vertical.step);
    EXPECT_EQ(a.vertical.offset, b.vertical.offset);
    for (std::size_t k = 1; k < 6; ++k) {
        EXPECT_NEAR(a.ground.height[k], low.ground.height[k], 0.51 * a.vertical.step);
        EXPECT_NEAR(b.ground.height[k], high.ground.height[k], 0.51 * a.vertical.step);
    }
    // Without it each has a scale of its own.
    ASSERT_TRUE(writeRaster(folder / "alone.png", low));
    EXPECT_LT(readRaster(folder / "alone.png").value().vertical.step, 0.2 * a.vertical.step);
}

// Whole numbers keep the scale of the file that they came from, in all pictures or in none.
TEST(RasterSpan, WholeNumbersKeepTheFilesScaleWhereAllFit) {
    const TemporaryFolder folder;
    Raster raster = sample();
    raster.hole = {};
    raster.vertical = {0.5, 700, true};
    for (std::size_t k = 0; k < 6; ++k) raster.ground.height[k] = 700 + 0.5 * static_cast<double>(k);
    ASSERT_TRUE(writeRaster(folder / "own.png", raster, RasterSpan{700, 705}));
    EXPECT_EQ(readRaster(folder / "own.png").value().vertical.step, 0.5);
    ASSERT_TRUE(writeRaster(folder / "wide.png", raster, RasterSpan{699, 705}));
    EXPECT_EQ(readRaster(folder / "wide.png").value().vertical.step, 6.0 / 65534);
}

}  // namespace
}  // namespace talus::io
