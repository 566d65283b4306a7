#include "talus/io/raster/gdal.h"

#include <algorithm>
#include <array>
#include <mutex>

#include <gdal_frmts.h>

namespace talus::io::gdal {
namespace {

// Only these drivers are registered: none of them opens other files that the first file names.
constexpr std::array known{
    Format{RasterFormat::GeoTiff, ".tif", "GTiff"},     Format{RasterFormat::GeoTiff, ".tiff", "GTiff"},
    Format{RasterFormat::AsciiGrid, ".asc", "AAIGrid"}, Format{RasterFormat::UsgsDem, ".dem", "USGSDEM"},
    Format{RasterFormat::Hgt, ".hgt", "SRTMHGT"},       Format{RasterFormat::Png, ".png", "PNG"},
    Format{RasterFormat::Bmp, ".bmp", "BMP"},           Format{RasterFormat::RawFloat, ".flt", "EHdr"}};

}  // namespace

std::span<const Format> formats() { return known; }

const Format* formatOf(const Path& path) {
    std::string ending = path.extension().string();
    for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    for (const Format& format : known)
        if (ending == format.ending) return &format;
    return nullptr;
}

void registerDrivers() {
    static std::once_flag once;
    std::call_once(once, [] {
        GDALRegister_GTiff();
        GDALRegister_AAIGrid();
        GDALRegister_USGSDEM();
        GDALRegister_SRTMHGT();
        GDALRegister_PNG();
        GDALRegister_BMP();
        GDALRegister_EHdr();
        GDALRegister_MEM();
    });
}

std::string printable(std::string text) {
    for (char& c : text)
        if (static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) > '~') c = ' ';
    return text;
}

Error Messages::because(std::string_view what) const {
    return wrong(first_.empty() ? std::string(what) : fmt::format("{} ({})", what, first_));
}

void CPL_STDCALL Messages::take(CPLErr kind, CPLErrorNum, const char* text) {
    auto& own = *static_cast<Messages*>(CPLGetErrorHandlerUserData());
    if (kind < CE_Failure || !own.first_.empty()) return;
    own.first_ = text;
    own.first_ = printable(std::move(own.first_));
}

}  // namespace talus::io::gdal
