// The one file that knows GDAL.
#include "talus/io/raster.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <set>

#include <cpl_conv.h>
#include <cpl_string.h>
#include <fmt/format.h>
#include <gdal.h>
#include <gdal_frmts.h>
#include <ogr_srs_api.h>

#include "talus/io/raster_cells.h"

namespace talus::io {
namespace {

Error wrong(std::string message) { return {ErrorKind::Input, std::move(message)}; }

struct Format {
    RasterFormat format;
    const char* ending;
    const char* driver;
};
// Only these drivers are ever registered: none of them opens another file by a name that stands in the first.
constexpr std::array formats{
    Format{RasterFormat::GeoTiff, ".tif", "GTiff"},     Format{RasterFormat::GeoTiff, ".tiff", "GTiff"},
    Format{RasterFormat::AsciiGrid, ".asc", "AAIGrid"}, Format{RasterFormat::UsgsDem, ".dem", "USGSDEM"},
    Format{RasterFormat::Hgt, ".hgt", "SRTMHGT"},       Format{RasterFormat::Png, ".png", "PNG"},
    Format{RasterFormat::Bmp, ".bmp", "BMP"},           Format{RasterFormat::RawFloat, ".flt", "EHdr"}};

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

const Format* formatOf(const Path& path) {
    std::string ending = path.extension().string();
    for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    for (const Format& format : formats)
        if (ending == format.ending) return &format;
    return nullptr;
}

/// What is quoted of a file may hold anything.
std::string printable(std::string text) {
    for (char& c : text)
        if (static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) > '~') c = ' ';
    return text;
}

/// Collects what GDAL has to say on this thread, instead of printing it.
class Messages {
  public:
    Messages() { CPLPushErrorHandlerEx(&Messages::take, this); }
    ~Messages() { CPLPopErrorHandler(); }
    Messages(const Messages&) = delete;
    Messages& operator=(const Messages&) = delete;

    /// `what`, and the first error that GDAL gave as its cause.
    Error because(std::string_view what) const {
        return wrong(first_.empty() ? std::string(what) : fmt::format("{} ({})", what, first_));
    }
    bool any() const { return !first_.empty(); }

  private:
    static void CPL_STDCALL take(CPLErr kind, CPLErrorNum, const char* text) {
        auto& own = *static_cast<Messages*>(CPLGetErrorHandlerUserData());
        if (kind < CE_Failure || !own.first_.empty()) return;
        own.first_ = text;
        own.first_ = printable(std::move(own.first_));
    }
    std::string first_;
};

struct Close {
    void operator()(GDALDatasetH dataset) const { GDALClose(dataset); }
};
using Dataset = std::unique_ptr<void, Close>;

/// Files in memory under a name that no other thread has.
class MemoryFolder {
  public:
    MemoryFolder() : name_(fmt::format("/vsimem/talus-{}", fmt::ptr(this))) {}
    ~MemoryFolder() { VSIRmdirRecursive(name_.c_str()); }
    MemoryFolder(const MemoryFolder&) = delete;
    MemoryFolder& operator=(const MemoryFolder&) = delete;
    std::string operator/(std::string_view file) const { return fmt::format("{}/{}", name_, file); }
    const std::string& name() const { return name_; }

  private:
    std::string name_;
};

/// Metres of a unit of heights; nothing for one that is not known. What says nothing means metres.
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

/// Units, nodata and scale of the band, and where its cells are.
Status describe(GDALDatasetH dataset, GDALRasterBandH band, RasterCells& cells) {
    int there = 0;
    if (const double nodata = GDALGetRasterNoDataValue(band, &there); there) cells.nodata = nodata;
    if (const double step = GDALGetRasterScale(band, &there); there) cells.vertical.step = step;
    if (const double offset = GDALGetRasterOffset(band, &there); there) cells.vertical.offset = offset;
    const GDALDataType type = GDALGetRasterDataType(band);
    cells.vertical.whole = type == GDT_Byte || type == GDT_UInt16 || type == GDT_Int16;
    const std::string unit = GDALGetRasterUnitType(band);
    const auto metres = metresOf(unit);
    if (!metres)
        return wrong(fmt::format(
            "its heights are in '{}', a unit that is not known here (m, ft, US survey foot, km, dm, "
            "cm and mm are); correct it, for example by gdal_edit.py -units m",
            printable(unit.substr(0, 40))));
    cells.vertical.step *= *metres;
    cells.vertical.offset *= *metres;

    std::array<double, 6> transform{};
    if (GDALGetGeoTransform(dataset, transform.data()) == CE_None) cells.transform = transform;
    OGRSpatialReferenceH system = GDALGetSpatialRef(dataset);
    if (system == nullptr) return success();
    char* text = nullptr;
    if (OSRExportToWkt(system, &text) == OGRERR_NONE && text != nullptr) cells.system = text;
    CPLFree(text);
    const char* code = OSRGetAuthorityCode(system, nullptr);
    if (OSRIsGeographic(system) != 0)
        cells.net = Georeference::Net::Degrees;
    else if (code != nullptr && std::string_view(code) == "3857")
        cells.net = Georeference::Net::WebMercator;
    const bool degrees = cells.net == Georeference::Net::Degrees;
    cells.unit = degrees ? OSRGetAngularUnits(system, nullptr) : OSRGetLinearUnits(system, nullptr);
    if (!degrees) return success();
    OGRErr failed = OGRERR_NONE;
    const double semi_major = OSRGetSemiMajor(system, &failed);
    if (failed != OGRERR_NONE || !(semi_major > 0)) return success();
    const double inverse = OSRGetInvFlattening(system, &failed);
    cells.semi_major = semi_major;
    cells.flattening = failed == OGRERR_NONE && inverse > 1 ? 1 / inverse : 0;
    return success();
}

/// The grey of each entry of a picture's palette; empty where it has none.
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
    const bool colour =
        GDALGetRasterCount(dataset) >= 3 && GDALGetRasterColorInterpretation(band) == GCI_RedBand;
    std::vector<double> other(colour ? cells.columns : 0), seen;
    cells.value.resize(std::size_t{cells.columns} * cells.rows);
    if ((GDALGetMaskFlags(band) & (GMF_PER_DATASET | GMF_ALPHA)) != 0) {
        seen.resize(cells.columns);
        cells.masked.resize(cells.value.size());
    }
    for (std::uint32_t r = 0; r < cells.rows; ++r) {
        double* const row = cells.value.data() + std::size_t{r} * cells.columns;
        if (!readRow(band, static_cast<int>(r), row) || messages.any())
            return messages.because(
                fmt::format("its row {} of {} cannot be read; is it cut short?", r + 1, cells.rows));
        for (int b = 2; colour && b <= 3; ++b)
            if (!readRow(GDALGetRasterBand(dataset, b), static_cast<int>(r), other.data()) ||
                !std::equal(other.begin(), other.end(), row))
                return wrong("it is a picture in colour; save it in grey");
        if (!seen.empty()) {
            if (!readRow(GDALGetMaskBand(band), static_cast<int>(r), seen.data()) || messages.any())
                return messages.because(fmt::format("row {} of its mask cannot be read", r + 1));
            for (std::uint32_t i = 0; i < cells.columns; ++i)
                cells.masked[std::size_t{r} * cells.columns + i] = seen[i] < 128;
        }
        if (palette->empty()) continue;
        for (std::uint32_t i = 0; i < cells.columns; ++i) {
            const auto entry = static_cast<std::size_t>(std::max(row[i], 0.0));
            if (entry >= palette->size()) return wrong("it names a colour that its palette does not have");
            row[i] = (*palette)[entry];
        }
    }
    return success();
}

/// Whether all cells of a text grid are numbers: GDAL takes what is none for 0.
Status checkGridWords(const std::string& name) {
    VSILFILE* const file = VSIFOpenL(name.c_str(), "rb");
    if (file == nullptr) return success();  // GDAL has opened it: no file that can be looked at, no words
    std::vector<char> bytes(std::size_t{1} << 16);
    std::string word;
    std::size_t line = 1;
    bool heading = true, value = false;  // words of the heading come in pairs: a name and its value
    std::optional<Error> found;
    const auto look = [&] {
        if (word.empty()) return;
        const bool letter = (word[0] | 0x20) >= 'a' && (word[0] | 0x20) <= 'z';
        if (heading && value) {
            value = false;
        } else if (heading && letter) {
            value = true;
        } else {
            heading = false;
            // Numbers as the world's programs write them: 1,5 and 1.#IND, nan and -inf.
            if (word.find_first_not_of("0123456789+-.,#eEnNaAiIfFdDqQ*") != std::string::npos)
                found = wrong(
                    fmt::format("'{}' in its line {} is no number", printable(word.substr(0, 20)), line));
        }
        word.clear();
    };
    for (std::size_t got = 1; got > 0 && !found;) {
        got = VSIFReadL(bytes.data(), 1, bytes.size(), file);
        for (std::size_t k = 0; k < got && !found; ++k) {
            const char c = bytes[k];
            if (c != ' ' && c != '\t' && c != '\r' && c != '\n' && c != '\0') {
                if (word.size() < 64) word += c;
                continue;
            }
            look();
            line += c == '\n';
        }
    }
    if (!found) look();
    VSIFCloseL(file);
    if (found) return *found;
    return success();
}

Result<Raster> readDataset(const std::string& name, const char* driver, const RasterOptions& options) {
    registerDrivers();
    const Messages messages;
    const std::array<const char*, 2> drivers{driver, nullptr};
    // Text grids are otherwise read in single precision.
    const std::array<const char*, 2> as_double{"DATATYPE=Float64", nullptr};
    const Dataset dataset(GDALOpenEx(name.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY, drivers.data(),
                                     std::string_view(driver) == "AAIGrid" ? as_double.data() : nullptr,
                                     nullptr));
    if (!dataset && std::string_view(driver) == "SRTMHGT")
        return messages.because(
            "it is no HGT file: such a file has the name of its corner, like N46W123.hgt, and holds 1201 x "
            "1201, "
            "1801 x 3601 or 3601 x 3601 heights of two bytes and nothing else");
    if (!dataset) return messages.because(fmt::format("it is no {} file, or damaged", driver));
    if (std::string_view(driver) == "AAIGrid")
        if (const Status numbers = checkGridWords(name); !numbers) return numbers.error();
    const int columns = GDALGetRasterXSize(dataset.get()), rows = GDALGetRasterYSize(dataset.get());
    if (columns < 1 || rows < 1 || GDALGetRasterCount(dataset.get()) < 1) return wrong("it holds no cells");
    RasterCells cells;
    cells.columns = static_cast<std::uint32_t>(columns);
    cells.rows = static_cast<std::uint32_t>(rows);
    if (std::uint64_t{cells.columns} * cells.rows > options.most_cells)
        return wrong(
            fmt::format("it has {} x {} cells, more than {}; cut it or make it coarser, for example by "
                        "gdalwarp -te or -tr",
                        columns, rows, options.most_cells));
    GDALRasterBandH band = GDALGetRasterBand(dataset.get(), 1);
    if (GDALDataTypeIsComplex(GDALGetRasterDataType(band)) != 0)
        return wrong("its cells are complex numbers");
    // It is read in blocks, of all its bands at once where a file keeps these together.
    int block_x = 0, block_y = 0;
    GDALGetBlockSize(band, &block_x, &block_y);
    const double block = double(block_x) * double(block_y) * GDALGetRasterCount(dataset.get()) *
                         GDALGetDataTypeSizeBytes(GDALGetRasterDataType(band));
    if (block > std::max(6.4e7, 8.0 * static_cast<double>(options.most_cells)))
        return wrong(
            fmt::format("it is stored in blocks of {} x {} cells and {} bands, which are too large to read",
                        block_x, block_y, GDALGetRasterCount(dataset.get())));
    if (const Status known = describe(dataset.get(), band, cells); !known) return known.error();
    if (const Status read = readCells(dataset.get(), band, messages, cells); !read) return read.error();
    return groundFrom(std::move(cells), options);
}

}  // namespace

Result<Raster> parseRaster(std::string_view bytes, RasterFormat format, const RasterOptions& options) {
    const auto* row =
        std::find_if(formats.begin(), formats.end(), [&](const Format& f) { return f.format == format; });
    const MemoryFolder folder;
    const std::string name = folder / fmt::format("raster{}", row->ending);
    // GDAL reads from these bytes and does not change or own them.
    auto* data = reinterpret_cast<GByte*>(const_cast<char*>(bytes.data()));
    VSILFILE* file = VSIFileFromMemBuffer(name.c_str(), data, bytes.size(), FALSE);
    if (file == nullptr) return wrong("it cannot be read from memory");
    VSIFCloseL(file);
    return readDataset(name, row->driver, options);
}

Result<Raster> readRaster(const Path& path, const RasterOptions& options) {
    const auto told = [&](const std::string& what) {
        return wrong(fmt::format("the raster '{}' cannot be used: {}", path.string(), what));
    };
    const Format* format = formatOf(path);
    if (format == nullptr) return told("its name must end in .tif, .asc, .dem, .hgt, .png, .bmp or .flt");
    std::error_code code;
    // GDAL takes names for more than files (addresses, archives): only what is a file goes there.
    const Path absolute = std::filesystem::absolute(path, code);
    if (std::filesystem::is_directory(absolute, code)) return told("it is a folder");
    if (code || !std::filesystem::is_regular_file(absolute, code) || absolute.string().starts_with("/vsi"))
        return told("there is no such file");
    Result<Raster> raster = readDataset(absolute.string(), format->driver, options);
    if (!raster) return told(raster.error().message);
    return raster;
}

namespace {

/// @param driver that makes the file, or that of memory
Result<Dataset> datasetOf(const RasterCells& cells, const char* driver, const std::string& name,
                          GDALDataType type, const char* const* options) {
    const auto columns = static_cast<int>(cells.columns), rows = static_cast<int>(cells.rows);
    Dataset dataset(GDALCreate(GDALGetDriverByName(driver), name.c_str(), columns, rows, 1, type, options));
    if (!dataset) return Error{ErrorKind::Runtime, "there is no memory for it"};
    if (!cells.system.empty()) {
        OGRSpatialReferenceH system = OSRNewSpatialReference(cells.system.c_str());
        if (system != nullptr) {
            OSRSetAxisMappingStrategy(system, OAMS_TRADITIONAL_GIS_ORDER);
            GDALSetSpatialRef(dataset.get(), system);
            OSRDestroySpatialReference(system);
        }
    }
    std::array<double, 6> transform = cells.transform.value();
    GDALSetGeoTransform(dataset.get(), transform.data());
    GDALRasterBandH band = GDALGetRasterBand(dataset.get(), 1);
    if (cells.nodata) GDALSetRasterNoDataValue(band, *cells.nodata);
    if (cells.vertical.step != 1) GDALSetRasterScale(band, cells.vertical.step);
    if (cells.vertical.offset != 0) GDALSetRasterOffset(band, cells.vertical.offset);
    std::vector<double> row(cells.columns);  // GDAL asks for memory that it could change
    for (int r = 0; r < rows; ++r) {
        const double* const from = cells.value.data() + static_cast<std::size_t>(r) * cells.columns;
        std::copy(from, from + cells.columns, row.begin());
        if (GDALRasterIO(band, GF_Write, 0, r, columns, 1, row.data(), columns, 1, GDT_Float64, 0, 0) !=
            CE_None)
            return Error{ErrorKind::Runtime, "its cells cannot be stored"};
    }
    return dataset;
}

/// Makes the file, and what belongs beside it, in memory.
Status makeFiles(const std::string& name, const Raster& raster, RasterFormat format) {
    if (format == RasterFormat::Png) {
        auto levels = datasetOf(levelsOf(raster), "MEM", "", GDT_UInt16, nullptr);
        if (!levels) return levels.error();
        const std::array<const char*, 2> options{"WORLDFILE=YES", nullptr};
        const Dataset copy(GDALCreateCopy(GDALGetDriverByName("PNG"), name.c_str(), levels->get(), FALSE,
                                          options.data(), nullptr, nullptr));
        if (!copy) return Error{ErrorKind::Runtime, "it cannot be made into a PNG"};
        return success();
    }
    const std::array<const char*, 4> deflated{"COMPRESS=DEFLATE", "PREDICTOR=3", "TILED=YES", nullptr};
    const bool tiff = format == RasterFormat::GeoTiff;
    const auto made = datasetOf(cellsOf(raster, raster.vertical, raster.nodata), tiff ? "GTiff" : "EHdr",
                                name, GDT_Float32, tiff ? deflated.data() : nullptr);
    if (!made) return made.error();
    return success();
}

}  // namespace

Status writeRaster(const Path& path, const Raster& raster) {
    const Format* format = formatOf(path);
    if (format == nullptr ||
        (format->format != RasterFormat::GeoTiff && format->format != RasterFormat::Png &&
         format->format != RasterFormat::RawFloat))
        return wrong(
            fmt::format("'{}' cannot be written: its name must end in .tif, .png or .flt", path.string()));
    registerDrivers();
    const Messages messages;
    const MemoryFolder folder;
    const auto told = [&](std::string_view what) {
        return Error{ErrorKind::Storage, fmt::format("'{}' cannot be written: {}", path.string(),
                                                     messages.because(what).message)};
    };
    if (const Status made = makeFiles(folder / path.filename().string(), raster, format->format); !made)
        return told(made.error().message);
    if (messages.any())
        return told("its cells cannot be stored");  // closing it is what writes the last of them
    char** const names = VSIReadDir(folder.name().c_str());
    Status written = success();
    std::set<std::string> made_names;
    for (char** name = names; written && name != nullptr && *name != nullptr; ++name) {
        vsi_l_offset size = 0;
        const GByte* const bytes = VSIGetMemFileBuffer((folder / *name).c_str(), &size, FALSE);
        made_names.insert(*name);
        written = writeFile(path.parent_path() / *name,
                            {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)});
    }
    CSLDestroy(names);
    if (!written) return written;
    // What lies beside it from a raster that was here before would be believed.
    std::error_code ignored;
    for (const Path& stale :
         {path.parent_path() / (path.filename().string() + ".aux.xml"), Path(path).replace_extension(".prj")})
        if ((stale.extension() == ".xml" || format->format == RasterFormat::RawFloat) &&
            !made_names.contains(stale.filename().string()))
            std::filesystem::remove(stale, ignored);
    return success();
}

}  // namespace talus::io
