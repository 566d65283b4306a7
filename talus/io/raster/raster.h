#pragma once
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "talus/core/result.h"
#include "talus/exec/buffer.h"
#include "talus/geometry/heightfield.h"
#include "talus/io/file.h"

/// Reads ground from rasters and writes it as rasters, with GDAL: GeoTIFF, ESRI ASCII grid, USGS DEM, SRTM
/// HGT, 16-bit PNG, BMP, raw float.
namespace talus::io {

/// The position of the ground in a coordinate system: coordinate = corner + scale * metres.
struct Georeference {
    std::string system;   ///< coordinate system as well-known text; may be empty
    double corner_x = 0;  ///< coordinates of column (0, 0), the one in the south-west
    double corner_y = 0;
    double scale_x = 1;  ///< units of the system (metres, feet, degrees) per metre to the east
    double scale_y = 1;  ///< and to the north

    /// How the length of a unit depends on latitude.
    enum class Net { Plane, Degrees, WebMercator };
    Net net = Net::Plane;
    double unit = 1;      ///< of Degrees [rad], of WebMercator [m at the equator]
    double latitude = 0;  ///< at which the scales are exact [rad]; for Plane they are exact everywhere
};

/// How the file's numbers become heights: height = offset + step * number [m].
struct VerticalScale {
    double step = 1;     ///< [m], not 0
    double offset = 0;   ///< [m]
    bool whole = false;  ///< the file holds whole numbers of at most 16 bits
};

/// Ground from a raster. Its south-west column is at (0, 0); its columns are at the middles of the cells.
struct Raster {
    geometry::Heightfield ground;
    /// Not 0: the file has no height there; `ground` has an interpolated one. Empty: no holes.
    exec::Array<std::uint8_t> hole;
    double nodata = -9999;  ///< the number in the file for holes
    VerticalScale vertical;
    std::optional<Georeference> reference;  ///< absent: the file does not give its position
    bool declares_nodata = false;           ///< whether the file declares its nodata
    /// What was assumed because the file does not say it: each the rest of a sentence that begins "the raster
    /// ...".
    std::vector<std::string> doubts{};
};

struct RasterOptions {
    /// Rasters with more cells are refused before any memory is asked for.
    std::uint64_t max_cells = std::uint64_t{1} << 28;
    /// Rasters that take more memory while they are read, 34 bytes a cell, are refused as well [bytes].
    double memory_bytes = std::numeric_limits<double>::infinity();
    /// The spacing of cells of a raster without a georeference [m], > 0. An error for a raster with one.
    std::optional<double> spacing = {};
    /// Factor on the file's heights, not 0; for a picture the height of a grey level [m].
    double vertical_scale = 1;
    double vertical_offset = 0;  ///< added to the heights afterwards [m]
};

enum class RasterFormat { GeoTiff, AsciiGrid, UsgsDem, Hgt, Png, Bmp, RawFloat };

/// Reads a raster. The ending of the file name decides the format: .tif .tiff .asc .dem .hgt .png .bmp .flt
/// (with its .hdr).
///
/// Feet are converted to metres. Degrees are converted with the ellipsoid's radii of curvature in the middle
/// of the raster; the cells are then not square, and are resampled to squares of their shorter side by
/// interpolation. Cells in Web Mercator (EPSG:3857 and its other names, with or without heights in the
/// system) get their length on land in the middle of the raster.
///
/// A cell is a hole where it is declared as nodata (to the precision of the cells), masked, not a number,
/// -9999, -32767, -32768 or below -1e30. Holes are filled from their borders inwards. Where a raster does not
/// give the unit of its coordinates or heights, metres are assumed; Raster::doubts says so where degrees or
/// feet are likely.
///
/// Error (Input) where the file is missing, damaged or cut short, has no heights or too many cells, is not in
/// degrees and has cells that are not square, is rotated, is geocentric, or is a picture in colour.
Result<Raster> readRaster(const Path& path, const RasterOptions& options = {});

/// Reads a raster from bytes in memory, without files beside it such as the header of raw floats.
Result<Raster> parseRaster(std::string_view bytes, RasterFormat format, const RasterOptions& options = {});

/// The files beside a raster that are read with it (side_files.h), sorted by name. Error (Input) where the
/// raster is not a file, has an unknown ending, or one of these files cannot be used.
Result<std::vector<Path>> filesBeside(const Path& path);

/// A part of a raster, and the spacing of its columns. Lengths are in metres.
struct RasterWindow {
    double corner_x = 0, corner_y = 0;                              ///< from the south-west column, >= 0
    std::optional<double> width, depth = {};                        ///< absent: to the end
    std::optional<double> spacing = {};                             ///< absent: the raster's own
    double memory_bytes = std::numeric_limits<double>::infinity();  ///< limit for the part [bytes]
};

/// Cuts out a part, rounded to whole columns; its south-west column is at (0, 0). Where the spacing is larger
/// than the raster's, a column is the mean over the ground around it; where it is smaller, columns are
/// interpolated between four. A column is a hole where holes have more than half of the weight in it. At the
/// raster's spacing heights keep their bits. Error (Input) where the part is outside of the raster, smaller
/// than two columns, or needs more memory than allowed.
Result<Raster> cutOut(const Raster& raster, const RasterWindow& window);

/// The relative error of lengths from west to east at the northern or southern end, whichever is larger: all
/// rows have the scale of the middle. 0.02 where they are 2% too long or too short; 0 for rasters in metres.
double lengthError(const Raster& raster);

/// The lowest and highest height of several rasters that are written with one scale [m].
struct RasterSpan {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    void include(const Raster& raster);  ///< without its holes
};

/// Writes a raster in the format of the ending: .tif GeoTIFF (32-bit float, compressed), .exr (exr.h), .png
/// (16 bits), .flt (raw 32-bit floats, with .hdr and .prj). The georeference is in the file, or in .wld and
/// .aux.xml beside it. Holes are written as nodata. Nodata is declared where there are holes or the file that
/// was read declared it; it is another number where a height has that number. Numbers have the raster's
/// vertical scale. A PNG has that scale only where it is of whole numbers that hold all heights; else one
/// that spans the heights, and `span` where it is given. Each file is written complete or not at all. Errors:
/// Input for another ending, Storage.
Status writeRaster(const ConfinedPath& path, const Raster& raster,
                   const std::optional<RasterSpan>& span = {});

}  // namespace talus::io
