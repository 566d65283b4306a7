#include "talus/io/raster/exr.h"

#include <ImfChannelList.h>
#include <ImfFloatAttribute.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfMatrixAttribute.h>
#include <ImfOutputFile.h>
#include <ImfStringAttribute.h>

#include "talus/io/raster/raster_cells.h"

namespace talus::io {
namespace {

/// A stream to a string.
class StringStream : public Imf::OStream {
  public:
    StringStream() : Imf::OStream("memory") {}
    void write(const char bytes[], int count) override {
        const std::size_t end = position_ + static_cast<std::size_t>(count);
        if (text.size() < end) text.resize(end);
        std::copy(bytes, bytes + count, text.begin() + static_cast<std::ptrdiff_t>(position_));
        position_ = end;
    }
    std::uint64_t tellp() override { return position_; }
    void seekp(std::uint64_t position) override { position_ = position; }

    std::string text;

  private:
    std::size_t position_ = 0;
};

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
        StringStream file;
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
