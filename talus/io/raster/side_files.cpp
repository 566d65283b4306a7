#include "talus/io/raster/side_files.h"

#include <algorithm>
#include <array>
#include <fstream>

#include <cpl_minixml.h>

#include "talus/io/raster/gdal.h"

namespace talus::io {
namespace {

using gdal::wrong;
namespace fs = std::filesystem;

constexpr std::uintmax_t largest_file = std::uintmax_t{16} << 20;

std::string lower(std::string text) {
    for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return text;
}

/// Endings of side files that replace the raster's ending.
std::vector<std::string_view> endingsOf(RasterFormat format) {
    switch (format) {
        case RasterFormat::GeoTiff: return {".tfw", ".tifw", ".tiffw", ".wld", ".tab", ".aux"};
        case RasterFormat::Png: return {".pgw", ".pngw", ".wld", ".aux"};
        case RasterFormat::Bmp: return {".bpw", ".bmpw", ".wld", ".aux"};
        case RasterFormat::AsciiGrid: return {".prj", ".aux"};
        case RasterFormat::RawFloat:
            return {".hdr", ".prj", ".rep", ".clr", ".stx", ".ftw", ".fltw", ".wld", ".aux"};
        case RasterFormat::UsgsDem:
        case RasterFormat::Hgt: return {".aux"};
    }
    return {};
}

bool belongs(const std::string& file, const Path& raster, RasterFormat format) {
    const std::string name = lower(file), stem = lower(raster.stem().string());
    for (const std::string_view ending : {".aux.xml", ".msk", ".msk.aux.xml", ".aux"})
        if (name == lower(raster.filename().string()).append(ending)) return true;
    const auto endings = endingsOf(format);
    return std::any_of(endings.begin(), endings.end(),
                       [&](std::string_view ending) { return name == std::string(stem).append(ending); });
}

/// Whether GDAL or PROJ could open a file because of this value: the name of a virtual file, or a coordinate
/// system as a PROJ string, which may name grids and definitions (+nadgrids=FILE, +init=FILE:CODE). A PROJ
/// string within well-known text, which GDAL writes, opens no file.
bool opensFile(std::string value, bool metadata) {
    value.erase(0, value.find_first_not_of(" \t\r\n"));
    std::replace(value.begin(), value.end(), '\\', '/');
    if (value.starts_with("/vsi")) return true;
    const auto has = [&](const char* part) { return value.find(part) != std::string::npos; };
    return !metadata && !has("[") && (has("+proj") || has("+init"));
}

/// The first value in a tree of XML for which opensFile() holds; "" where there is none.
std::string openingValue(const CPLXMLNode* node, bool metadata = false) {
    for (; node != nullptr; node = node->psNext) {
        const std::string value = node->pszValue != nullptr ? node->pszValue : "";
        if (node->eType == CXT_Text && opensFile(value, metadata)) return value;
        const bool item = node->eType == CXT_Element && value == "MDI";
        if (std::string inner = openingValue(node->psChild, metadata || item); !inner.empty()) return inner;
    }
    return "";
}

/// What is wrong with the content of an .aux.xml; "" for nothing.
std::string flawOfXml(const Path& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const gdal::Messages ignored;  // errors for damaged XML, which GDAL does not use either
    CPLXMLNode* const root = CPLParseXMLString(text.c_str());
    const std::string named = gdal::printable(openingValue(root).substr(0, 80));
    CPLDestroyXMLNode(root);
    if (named.empty()) return "";
    return fmt::format(
        "has the value '{}', with which other files could be opened; remove it, or give a coordinate system "
        "as "
        "well-known text",
        named);
}

/// What is wrong with the content of a mask; "" for nothing.
std::string flawOfMask(const Path& path) {
    std::array<char, 4> start{};
    std::ifstream(path, std::ios::binary).read(start.data(), start.size());
    const std::string_view head(start.data(), start.size());
    using std::literals::operator""sv;
    for (const std::string_view tiff : {"II*\0"sv, "MM\0*"sv, "II+\0"sv, "MM\0+"sv})
        if (head == tiff) return "";
    return "is not a TIFF, and only TIFF masks are read; delete it, or make it again with GDAL";
}

/// What is wrong with a file that belongs to a raster; "" for nothing.
std::string flawOf(const Path& file, const Path& raster) {
    std::error_code code;
    const Path target = fs::canonical(file, code);
    if (code) return "cannot be read: " + code.message();
    if (!fs::is_regular_file(target, code)) return "is a pipe, a device or a folder, not a file";
    if (target.parent_path() != fs::canonical(raster.parent_path(), code) &&
        target.parent_path() != fs::canonical(raster, code).parent_path())
        return "is a link that leads out of the folder of the raster; put the file itself there";
    const std::string name = lower(file.filename().string());
    if (name.ends_with(".msk")) return flawOfMask(file);
    if (fs::file_size(target, code) > largest_file || code)
        return "is larger than 16 MiB; check that it is the right file";
    return name.ends_with(".aux.xml") ? flawOfXml(file) : "";
}

}  // namespace

Result<std::vector<Path>> sideFiles(const Path& raster, RasterFormat format) {
    std::vector<Path> files;
    std::error_code code;
    for (fs::directory_iterator entry(raster.parent_path(), code), end; !code && entry != end;
         entry.increment(code))
        if (const Path& file = entry->path();
            belongs(file.filename().string(), raster, format) && file.filename() != raster.filename())
            files.push_back(file);
    std::sort(files.begin(), files.end());
    for (const Path& file : files)
        if (const std::string flaw = flawOf(file, raster); !flaw.empty())
            return wrong(fmt::format("the file '{}', which is read with it, {}",
                                     gdal::printable(file.filename().string()), flaw));
    return files;
}

}  // namespace talus::io
