#include "talus/io/raster/exr.h"

#include <ImfChannelList.h>
#include <ImfFloatAttribute.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfMatrixAttribute.h>
#include <ImfOutputFile.h>
#include <ImfStringAttribute.h>

#include "talus/io/exr_stream.h"
#include "talus/io/raster/raster_cells.h"

namespace talus::io {
namespace {

Imf::Header headerOf(const RasterCells& cells) {
    Imf::Header header(static_cast<int>(cells.columns), static_cast<int>(cells.rows));
    header.compression() = Imf::ZIP_COMPRESSION;
    header.channels().insert("Y", Imf::Channel(Imf::FLOAT));
    if (cells.nodata) header.insert("nodata", Imf::FloatAttribute(static_cast<float>(*cells.nodata)));
    if (!cells.system.empty()) header.insert("gdal:crsWkt", Imf::StringAttribute(cells.system));
    if (cells.transform) {
        const auto& t = *cells.transform;
        header.insert("gdal:geoTransform",
                      Imf::M33dAttribute(Imath::M33d(t[1], t[2], t[0], t[4], t[5], t[3], 0, 0, 1)));
    }
    return header;
}

}  // namespace

Result<std::string> exrOf(const Raster& raster) {
    const RasterCells cells = cellsOf(raster, raster.vertical, nodataOf(raster));
    const auto numbers = cells.value.view();
    std::vector<float> values(numbers.begin(), numbers.end());
    try {
        ExrStream file;
        {
            Imf::OutputFile picture(file, headerOf(cells), 0);
            Imf::FrameBuffer frame;
            frame.insert("Y", Imf::Slice(Imf::FLOAT, reinterpret_cast<char*>(values.data()), sizeof(float),
                                         sizeof(float) * cells.columns));
            picture.setFrameBuffer(frame);
            picture.writePixels(static_cast<int>(cells.rows));
        }
        return std::move(file.text);
    } catch (const std::exception& thrown) {
        return Error{ErrorKind::Runtime, thrown.what()};
    }
}

}  // namespace talus::io
