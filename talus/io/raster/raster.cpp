#include "talus/io/raster/raster.h"

#include <algorithm>
#include <array>

#include <cpl_string.h>
#include <ogr_srs_api.h>

#include "talus/core/whole_number.h"
#include "talus/io/raster/gdal.h"
#include "talus/io/raster/raster_cells.h"
#include "talus/io/raster/side_files.h"
#include "talus/io/raster/text_grid.h"

namespace talus::io {

using namespace gdal;

namespace {

/// The length of a unit of heights [m]; nothing for an unknown unit. An empty name means metres.
std::optional<double> metresOf(std::string unit) {
    for (char& c : unit) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    struct Unit {
        double metres;
        std::vector<std::string_view> names;
    };
    const std::array known{
        Unit{1, {"", "m", "metre", "metres", "meter", "meters", "unknown", "none", "n/a"}},
        Unit{0.3048, {"ft", "feet", "foot", "international foot"}},
        Unit{1200.0 / 3937,
             {"us survey foot", "us survey feet", "ussft", "us-ft", "ftus", "foot_us", "foot us"}},
        Unit{1000, {"km", "kilometre", "kilometer"}},
        Unit{0.1, {"dm", "decimetre", "decimeter"}},
        Unit{0.01, {"cm", "centimetre", "centimeter"}},
        Unit{0.001, {"mm", "millimetre", "millimeter"}}};
    for (const Unit& row : known)
        if (std::find(row.names.begin(), row.names.end(), unit) != row.names.end()) return row.metres;
    return std::nullopt;
}

/// Whether a coordinate system is the Mercator projection of a sphere (Web Mercator), by any of its codes,
/// with or without heights.
bool isWebMercator(OGRSpatialReferenceH system) {
    if (OSRIsProjected(system) == 0) return false;
    const Messages ignored;  // errors for projections that PROJ strings cannot express
    OGRSpatialReferenceH plan = OSRClone(system);
    OSRStripVertical(plan);
    char* text = nullptr;
    std::string words = OSRExportToProj4(plan, &text) == OGRERR_NONE && text != nullptr ? text : "";
    CPLFree(text);
    OSRDestroySpatialReference(plan);
    words += " ";
    const auto says = [&](const char* word) { return words.find(word) != std::string::npos; };
    return says("+proj=webmerc ") ||
           (says("+proj=merc ") && ((says("+a=6378137 ") && says("+b=6378137 ")) || says("+R=6378137 ")));
}

/// Whether cells of one byte are signed, for releases of GDAL without a type for them. A file beside the
/// raster or a tag of a GeoTIFF may say so.
bool isSignedByte(GDALRasterBandH band) {
    const char* type = GDALGetMetadataItem(band, "PIXELTYPE", "IMAGE_STRUCTURE");
    return GDALGetRasterDataType(band) == GDT_Byte && type != nullptr &&
           std::string_view(type) == "SIGNEDBYTE";
}
/// The signed number with the bits of an unsigned byte.
double asSigned(double byte) { return byte > 127 ? byte - 256 : byte; }

/// The length of the unit of heights [m] from the coordinate system, for bands that do not give it. Nothing
/// where the system has no heights.
std::optional<double> metresOfHeights(OGRSpatialReferenceH system) {
    if (system == nullptr || OSRIsVertical(system) == 0) return std::nullopt;
    return OSRGetTargetLinearUnits(system, "VERT_CS", nullptr);
}

/// Reads units, nodata and scale of the band, and the positions of its cells.
Status describe(GDALDatasetH dataset, GDALRasterBandH band, double vertical_scale, RasterCells& cells) {
    int there = 0;
    if (const double nodata = GDALGetRasterNoDataValue(band, &there); there) cells.nodata = nodata;
    if (const double step = GDALGetRasterScale(band, &there); there) cells.vertical.step = step;
    if (const double offset = GDALGetRasterOffset(band, &there); there) cells.vertical.offset = offset;
    const GDALDataType type = GDALGetRasterDataType(band);
    cells.vertical.whole = GDALDataTypeIsInteger(type) != 0 && GDALGetDataTypeSizeBits(type) <= 16;
    cells.single = type == GDT_Float32;
    if (cells.nodata && isSignedByte(band)) cells.nodata = asSigned(*cells.nodata);
    const std::string unit = GDALGetRasterUnitType(band);
    OGRSpatialReferenceH system = GDALGetSpatialRef(dataset);
    const std::optional<double> by_system = unit.empty() ? metresOfHeights(system) : std::nullopt;
    const auto metres = by_system ? by_system : metresOf(unit);
    if (!metres)
        return wrong(fmt::format(
            "its heights are in '{}', which is not a known unit (m, ft, US survey foot, km, dm, cm "
            "and mm are); correct it, for example with gdal_edit.py -units m",
            printable(unit.substr(0, 40))));
    cells.vertical.step *= *metres;
    cells.vertical.offset *= *metres;

    std::array<double, 6> transform{};
    if (GDALGetGeoTransform(dataset, transform.data()) == CE_None) cells.transform = transform;
    if (system == nullptr) return success();
    char* text = nullptr;
    if (OSRExportToWkt(system, &text) == OGRERR_NONE && text != nullptr) cells.system = text;
    CPLFree(text);
    if (OSRIsGeocentric(system) != 0)
        return wrong(
            "its coordinates are geocentric, distances from the middle of the earth, not those of a map; "
            "reproject it, for example with gdalwarp -t_srs");
    if (OSRIsGeographic(system) != 0)
        cells.net = Georeference::Net::Degrees;
    else if (isWebMercator(system))
        cells.net = Georeference::Net::WebMercator;
    const bool degrees = cells.net == Georeference::Net::Degrees;
    cells.unit = degrees ? OSRGetAngularUnits(system, nullptr) : OSRGetLinearUnits(system, nullptr);
    // No doubt where the user gave a vertical scale.
    if (unit.empty() && !by_system && !degrees && std::abs(cells.unit - 1) > 1e-6 && vertical_scale == 1)
        cells.doubts.push_back(fmt::format(
            "is a map in units of {:.9g} m, but does not give the unit of its heights; they are taken "
            "as metres, but could be in the units of the map",
            cells.unit));
    if (!degrees) return success();
    OGRErr failed = OGRERR_NONE;
    const double semi_major = OSRGetSemiMajor(system, &failed);
    if (failed != OGRERR_NONE || !(semi_major > 0)) return success();
    const double inverse = OSRGetInvFlattening(system, &failed);
    cells.semi_major = semi_major;
    cells.flattening = failed == OGRERR_NONE && inverse > 1 ? 1 / inverse : 0;
    return success();
}

/// The grey levels of a picture's palette; empty where it has none.
Result<std::vector<double>> greyPalette(GDALRasterBandH band) {
    std::vector<double> grey;
    if (GDALColorTableH table = GDALGetRasterColorTable(band)) {
        for (int k = 0; k < GDALGetColorEntryCount(table); ++k) {
            const GDALColorEntry* entry = GDALGetColorEntry(table, k);
            if (entry->c1 != entry->c2 || entry->c1 != entry->c3)
                return wrong("it is a picture in colour; save it in grey");
            grey.push_back(entry->c1);
        }
    }
    return grey;
}

Status readCells(GDALDatasetH dataset, GDALRasterBandH band, const Messages& messages, RasterCells& cells) {
    const auto palette = greyPalette(band);
    if (!palette) return palette.error();
    const auto columns = static_cast<int>(cells.columns);
    const auto readRow = [&](GDALRasterBandH from, int row, double* to) {
        return GDALRasterIO(from, GF_Read, 0, row, columns, 1, to, columns, 1, GDT_Float64, 0, 0) == CE_None;
    };
    const bool signed_bytes = isSignedByte(band);
    const bool colour =
        GDALGetRasterCount(dataset) >= 3 && GDALGetRasterColorInterpretation(band) == GCI_RedBand;
    std::vector<double> other(colour ? cells.columns : 0), visible;
    cells.value.resize(std::size_t{cells.columns} * cells.rows);
    if ((GDALGetMaskFlags(band) & (GMF_PER_DATASET | GMF_ALPHA)) != 0) {
        visible.resize(cells.columns);
        cells.masked.resize(cells.value.size());
    }
    for (std::uint32_t r = 0; r < cells.rows; ++r) {
        double* const row = cells.value.data() + std::size_t{r} * cells.columns;
        if (!readRow(band, static_cast<int>(r), row) || messages.any())
            return messages.because(
                fmt::format("its row {} of {} cannot be read; is it cut short?", r + 1, cells.rows));
        if (signed_bytes) std::transform(row, row + cells.columns, row, asSigned);
        for (int b = 2; colour && b <= 3; ++b)
            if (!readRow(GDALGetRasterBand(dataset, b), static_cast<int>(r), other.data()) ||
                !std::equal(other.begin(), other.end(), row))
                return wrong("it is a picture in colour; save it in grey");
        if (!visible.empty()) {
            if (!readRow(GDALGetMaskBand(band), static_cast<int>(r), visible.data()) || messages.any())
                return messages.because(fmt::format("row {} of its mask cannot be read", r + 1));
            for (std::uint32_t i = 0; i < cells.columns; ++i)
                cells.masked[std::size_t{r} * cells.columns + i] = visible[i] < 128;
        }
        if (palette->empty()) continue;
        for (std::uint32_t i = 0; i < cells.columns; ++i) {
            const auto entry = wholeNumber<std::size_t>(row[i]);
            if (!entry || *entry >= palette->size())
                return wrong("it uses a colour that its palette does not have");
            row[i] = (*palette)[*entry];
        }
    }
    return success();
}

/// Checks the words of a text grid, before its cells are used.
Status checkGridText(const std::string& name, std::uint64_t columns, std::uint64_t rows) {
    VSILFILE* const file = VSIFOpenL(name.c_str(), "rb");
    if (file == nullptr) return success();  // GDAL could open it, so it is not a file in text
    TextGrid grid(columns, rows);
    std::vector<char> bytes(std::size_t{1} << 16);
    for (std::size_t got = 1; got > 0;) {
        got = VSIFReadL(bytes.data(), 1, bytes.size(), file);
        if (!grid.take({bytes.data(), got})) break;
    }
    VSIFCloseL(file);
    return grid.end();
}

/// Why GDAL may not recognise a text grid (checkStart).
Status checkGridStart(const std::string& name) {
    std::array<char, 16> bytes{};
    VSILFILE* const file = VSIFOpenL(name.c_str(), "rb");
    if (file == nullptr) return success();
    const std::size_t got = VSIFReadL(bytes.data(), 1, bytes.size(), file);
    VSIFCloseL(file);
    return checkStart({bytes.data(), got});
}

/// A file for GDAL to open: its name, the driver, and the names of the files in its folder that GDAL may
/// open, including itself. GDAL does not search for other files.
struct Source {
    std::string name;
    const char* driver;
    std::vector<std::string> folder;
};

/// Opens a raster. Code here must not ask the dataset for its files or overviews: for these GDAL opens the
/// file that a value OVERVIEW_FILE in an .aux.xml or TIFF names, which may be anywhere, also in a network.
Result<Dataset> openDataset(const Source& source, const Messages& messages) {
    registerDrivers();
    const auto& [name, driver, folder] = source;
    const std::array<const char*, 2> drivers{driver, nullptr};
    std::vector<const char*> siblings;
    siblings.reserve(folder.size() + 1);
    for (const std::string& file : folder) siblings.push_back(file.c_str());
    siblings.push_back(nullptr);
    // Text grids are otherwise read in single precision.
    const std::array<const char*, 2> as_double{"DATATYPE=Float64", nullptr};
    Dataset dataset(GDALOpenEx(name.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY, drivers.data(),
                               std::string_view(driver) == "AAIGrid" ? as_double.data() : nullptr,
                               siblings.data()));
    if (!dataset && std::string_view(driver) == "SRTMHGT")
        return messages.because(
            "it is not an HGT file: such a file is named after its corner, like N46W123.hgt, and holds 1201 "
            "x "
            "1201, "
            "1801 x 3601 or 3601 x 3601 heights of two bytes and nothing else");
    if (!dataset && std::string_view(driver) == "AAIGrid")
        if (const Status text = checkGridStart(name); !text) return text.error();
    if (!dataset) return messages.because(fmt::format("it is not a {} file, or is damaged", driver));
    return dataset;
}

/// Checks the size of blocks: a raster is read block by block, with all bands at once where the file stores
/// them together.
Status checkBlocks(GDALRasterBandH band, int bands, const RasterOptions& options) {
    int x = 0, y = 0;
    GDALGetBlockSize(band, &x, &y);
    const double bytes =
        double(x) * double(y) * bands * GDALGetDataTypeSizeBytes(GDALGetRasterDataType(band));
    const double limit = std::min(8.0 * static_cast<double>(options.max_cells), options.memory_bytes);
    if (!(bytes > std::max(6.4e7, limit))) return success();
    return wrong(
        fmt::format("it is stored in blocks of {} x {} cells and {} bands, which are too large to "
                    "read; write it with small blocks, for example with gdal_translate -co TILED=YES",
                    x, y, bands));
}

Result<Raster> readDataset(const Source& source, const RasterOptions& options) {
    const Messages messages;
    const Result<Dataset> opened = openDataset(source, messages);
    if (!opened) return opened.error();
    const Dataset& dataset = *opened;
    const int columns = GDALGetRasterXSize(dataset.get()), rows = GDALGetRasterYSize(dataset.get());
    if (columns < 1 || rows < 1 || GDALGetRasterCount(dataset.get()) < 1) return wrong("it holds no cells");
    RasterCells cells;
    cells.columns = static_cast<std::uint32_t>(columns);
    cells.rows = static_cast<std::uint32_t>(rows);
    if (std::string_view(source.driver) == "AAIGrid")
        if (const Status text = checkGridText(source.name, cells.columns, cells.rows); !text)
            return text.error();
    if (std::uint64_t{cells.columns} * cells.rows > options.max_cells)
        return wrong(
            fmt::format("it has {} x {} cells, more than {}; cut it or make it coarser, for example with "
                        "gdalwarp -te or -tr",
                        columns, rows, options.max_cells));
    if (const Status enough = checkMemory(double(columns) * rows, options.memory_bytes); !enough)
        return enough.error();
    GDALRasterBandH band = GDALGetRasterBand(dataset.get(), 1);
    if (GDALDataTypeIsComplex(GDALGetRasterDataType(band)) != 0)
        return wrong("its cells are complex numbers");
    for (GDALRasterBandH read : {band, GDALGetMaskBand(band)})
        if (const Status small = read == nullptr
                                     ? Status(wrong("its mask cannot be read"))
                                     : checkBlocks(read, GDALGetRasterCount(dataset.get()), options);
            !small)
            return small.error();
    if (const Status known = describe(dataset.get(), band, options.vertical_scale, cells); !known)
        return known.error();
    if (const Status read = readCells(dataset.get(), band, messages, cells); !read) return read.error();
    return groundFrom(std::move(cells), options);
}

}  // namespace

Result<Raster> parseRaster(std::string_view bytes, RasterFormat format, const RasterOptions& options) {
    const auto formats = gdal::formats();
    const auto row = std::find_if(formats.begin(), formats.end(),
                                  [&](const gdal::Format& f) { return f.format == format; });
    const MemoryFolder folder;
    const std::string file_name = fmt::format("raster{}", row->ending), name = folder / file_name;
    // GDAL reads from these bytes and does not change or own them.
    auto* data = reinterpret_cast<GByte*>(const_cast<char*>(bytes.data()));
    VSILFILE* file = VSIFileFromMemBuffer(name.c_str(), data, bytes.size(), FALSE);
    if (file == nullptr) return wrong("it cannot be read from memory");
    VSIFCloseL(file);
    return readDataset({name, row->driver, {file_name}}, options);
}

namespace {

Error unusable(const Path& path, const std::string& what) {
    return wrong(fmt::format("the raster '{}' cannot be used: {}", path.string(), what));
}

/// A user's file for GDAL to open, and the files beside it that are read with it.
struct NamedRaster {
    Source source;
    std::vector<Path> beside;
};

Result<NamedRaster> named(const Path& path) {
    const auto refuse = [&](const std::string& what) { return unusable(path, what); };
    const gdal::Format* format = formatOf(path);
    if (format == nullptr) return refuse("its name must end in .tif, .asc, .dem, .hgt, .png, .bmp or .flt");
    std::error_code code;
    // For GDAL a name may also be an address or an archive; only names of files are passed on.
    const Path absolute = std::filesystem::absolute(path, code);
    if (std::filesystem::is_directory(absolute, code)) return refuse("it is a folder");
    if (code || !std::filesystem::is_regular_file(absolute, code) || absolute.string().starts_with("/vsi"))
        return refuse("there is no such file");
    auto beside = sideFiles(absolute, format->format);
    if (!beside) return refuse(beside.error().message);
    NamedRaster raster{{absolute.string(), format->driver, {absolute.filename().string()}}, {}};
    for (const Path& file : *beside) {
        raster.source.folder.push_back(file.filename().string());
        raster.beside.push_back(path.parent_path() / file.filename());
    }
    return raster;
}

}  // namespace

Result<Raster> readRaster(const Path& path, const RasterOptions& options) {
    const auto file = named(path);
    if (!file) return file.error();
    Result<Raster> raster = readDataset(file->source, options);
    if (!raster) return unusable(path, raster.error().message);
    return raster;
}

Result<std::vector<Path>> filesBeside(const Path& path) {
    auto file = named(path);
    if (!file) return file.error();
    return std::move(file->beside);
}

}  // namespace talus::io
