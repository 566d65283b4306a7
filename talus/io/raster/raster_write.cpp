#include <algorithm>
#include <array>
#include <set>

#include <cpl_string.h>
#include <ogr_srs_api.h>

#include "talus/io/raster/exr.h"
#include "talus/io/raster/gdal.h"
#include "talus/io/raster/raster_cells.h"

namespace talus::io {

using namespace gdal;

namespace {

/// Makes a dataset of the cells. @param driver GDAL's driver for the file, or for memory
Result<Dataset> datasetOf(const RasterCells& cells, const char* driver, const std::string& name,
                          GDALDataType type, const char* const* options) {
    const auto columns = static_cast<int>(cells.columns), rows = static_cast<int>(cells.rows);
    Dataset dataset(GDALCreate(GDALGetDriverByName(driver), name.c_str(), columns, rows, 1, type, options));
    if (!dataset) return Error{ErrorKind::Runtime, "there is not enough memory for it"};
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

/// Makes the file, and the files beside it, in memory.
Status makeFiles(const std::string& name, const Raster& raster, RasterFormat format,
                 const std::optional<RasterSpan>& span) {
    if (format == RasterFormat::Png) {
        auto levels = datasetOf(levelsOf(raster, span), "MEM", "", GDT_UInt16, nullptr);
        if (!levels) return levels.error();
        const std::array<const char*, 2> options{"WORLDFILE=YES", nullptr};
        const Dataset copy(GDALCreateCopy(GDALGetDriverByName("PNG"), name.c_str(), levels->get(), FALSE,
                                          options.data(), nullptr, nullptr));
        if (!copy) return Error{ErrorKind::Runtime, "it cannot be made into a PNG"};
        return success();
    }
    const std::array<const char*, 4> deflated{"COMPRESS=DEFLATE", "PREDICTOR=3", "TILED=YES", nullptr};
    const bool tiff = format == RasterFormat::GeoTiff;
    const auto made = datasetOf(cellsOf(raster, raster.vertical, nodataOf(raster)), tiff ? "GTiff" : "EHdr",
                                name, GDT_Float32, tiff ? deflated.data() : nullptr);
    if (!made) return made.error();
    return success();
}

}  // namespace

Status writeRaster(const ConfinedPath& path, const Raster& raster, const std::optional<RasterSpan>& span) {
    if (path.path().extension() == ".exr") {
        const auto bytes = exrOf(raster);
        if (!bytes)
            return Error{ErrorKind::Storage,
                         fmt::format("'{}' cannot be written: {}", path.string(), bytes.error().message)};
        return writeFile(path, *bytes);
    }
    const gdal::Format* format = formatOf(path.path());
    if (format == nullptr ||
        (format->format != RasterFormat::GeoTiff && format->format != RasterFormat::Png &&
         format->format != RasterFormat::RawFloat))
        return wrong(fmt::format("'{}' cannot be written: its name must end in .tif, .exr, .png or .flt",
                                 path.string()));
    registerDrivers();
    const Messages messages;
    const MemoryFolder folder;
    const auto storageProblem = [&](std::string_view what) {
        return Error{ErrorKind::Storage, fmt::format("'{}' cannot be written: {}", path.string(),
                                                     messages.because(what).message)};
    };
    if (const Status made = makeFiles(folder / path.filename(), raster, format->format, span); !made)
        return storageProblem(made.error().message);
    if (messages.any())
        return storageProblem("its cells cannot be stored");  // closing the dataset writes the last cells
    char** const names = VSIReadDir(folder.name().c_str());
    Status written = success();
    std::set<std::string> made_names;
    for (char** name = names; written && name != nullptr && *name != nullptr; ++name) {
        vsi_l_offset size = 0;
        const GByte* const bytes = VSIGetMemFileBuffer((folder / *name).c_str(), &size, FALSE);
        made_names.insert(*name);
        written = writeFile(path.beside(*name),
                            {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)});
    }
    CSLDestroy(names);
    if (!written) return written;
    // Files beside an earlier raster of the same name would be read with the new one.
    std::vector<std::string> stale{path.filename() + ".aux.xml"};
    if (format->format == RasterFormat::RawFloat)
        stale.push_back(Path(path.filename()).stem().string() + ".prj");
    for (const std::string& name : stale)
        if (!made_names.contains(name))
            if (Status removed = removeFile(path.beside(name)); !removed) return removed;
    return success();
}

}  // namespace talus::io
