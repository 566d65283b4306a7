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

/// Ground from rasters and back, by GDAL: GeoTIFF, ESRI ASCII grid, USGS DEM, SRTM HGT, 16-bit PNG, BMP, raw
/// float.
namespace talus::io {

/// Where the ground lies in the world: coordinate = corner + scale * metres.
struct Georeference {
    std::string system;   ///< coordinate system as well-known text; may be empty
    double corner_x = 0;  ///< coordinates of column (0, 0), the one in the south-west
    double corner_y = 0;
    double scale_x = 1;  ///< units of the system (metres, feet, degrees) a metre to the east
    double scale_y = 1;  ///< and to the north

    /// By which the length of a unit changes with latitude.
    enum class Net { Plane, Degrees, WebMercator };
    Net net = Net::Plane;
    double unit = 1;      ///< of Degrees [rad], of WebMercator [m at the equator]
    double latitude = 0;  ///< where the scales are right [rad]; of a Plane everywhere
};

/// How the file's numbers become heights: height = offset + step * number [m].
struct VerticalScale {
    double step = 1;     ///< [m], not 0
    double offset = 0;   ///< [m]
    bool whole = false;  ///< the file holds whole numbers of at most 16 bits
};

/// Ground as a raster has it. The ground's own coordinates begin at (0, 0) in its south-west column; its
/// columns stand in the middles of the cells.
struct Raster {
    geometry::Heightfield ground;
    exec::Array<std::uint8_t>
        hole;  ///< not 0: the file has no height there, the one in `ground` is filled in; empty: no holes
    double nodata = -9999;  ///< what the file holds in holes
    VerticalScale vertical;
    std::optional<Georeference> reference;  ///< none: the file does not say where it is
    bool declares_nodata = false;           ///< the file says itself what its nodata is
    /// What the file leaves open and was assumed, each a clause that goes on after "the raster ...".
    std::vector<std::string> doubts{};
};

struct RasterOptions {
    /// Rasters with more cells are refused before any memory is asked for.
    std::uint64_t most_cells = std::uint64_t{1} << 28;
    /// So are those that take more memory while they are read: 34 bytes a cell [bytes].
    double memory_bytes = std::numeric_limits<double>::infinity();
    /// Of rasters that have no georeference: from cell to cell [m], > 0. Those have no other, and need none.
    std::optional<double> spacing = {};
    double vertical_scale =
        1;  ///< what the file's heights are multiplied with, not 0; of a picture: m a grey level
    double vertical_offset = 0;  ///< and what is added then [m]
};

enum class RasterFormat { GeoTiff, AsciiGrid, UsgsDem, Hgt, Png, Bmp, RawFloat };

/// The name's ending decides the format: .tif .tiff .asc .dem .hgt .png .bmp .flt (with its .hdr).
/// Feet become metres. Degrees do, too, by the ellipsoid's radii in the middle of the raster, and its cells,
/// which are then not square, become square ones of their shorter side, with heights interpolated between the
/// old ones. Those of Web Mercator (EPSG:3857 and its other names, with heights in the system or without) are
/// as long as they are on land in the middle of the raster.
/// What is declared as nodata (to the precision of its cells) or masked, is not a number, or is -9999,
/// -32767, -32768 or below -1e30 is a hole; holes are filled from their borders inwards. A raster that does
/// not say what its coordinates or its heights are in is taken as in metres, with a word about it in
/// Raster::doubts where degrees or feet are likely. Errors: Input when the file is missing, damaged, cut
/// short, has no heights, too many cells, no square ones though it is not in degrees, is turned, is
/// geocentric or is a picture in colour.
Result<Raster> readRaster(const Path& path, const RasterOptions& options = {});

/// The same from bytes in memory. Files beside it, such as the header of raw floats, are not there then.
Result<Raster> parseRaster(std::string_view bytes, RasterFormat format, const RasterOptions& options = {});

/// The files beside a raster that are read with it, in the order of their names (side_files.h says which).
/// Error (Input) when the raster is no file, has another ending, or one of these files cannot be used.
Result<std::vector<Path>> filesBeside(const Path& path);

/// A part of a raster, and how fine it is wanted. Lengths in metres.
struct RasterWindow {
    double corner_x = 0, corner_y = 0;                              ///< from the south-west column, >= 0
    std::optional<double> width, depth = {};                        ///< absent: to the end
    std::optional<double> spacing = {};                             ///< absent: the raster's own
    double memory_bytes = std::numeric_limits<double>::infinity();  ///< that the part may take [bytes]
};

/// The part, rounded to whole columns, its south-west one at (0, 0) again. Where the spacing is larger than
/// the raster's own a column is the mean over the ground around it, where it is smaller it is interpolated
/// between four; a cell is a hole where most of what goes into it is one. At the raster's own spacing heights
/// keep their bits. Error (Input) when the part is outside of the raster, smaller than two columns, or needs
/// more memory than it may.
Result<Raster> cutOut(const Raster& raster, const RasterWindow& window);

/// By how much lengths from west to east are wrong at its northern or southern end, whichever is worse, for
/// want of a scale for each row: 0.02 where they are 2% too long or too short. 0 for rasters in metres.
double lengthError(const Raster& raster);

/// The lowest and the highest number of several rasters that are to have one scale.
struct RasterSpan {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    void include(const Raster& raster);  ///< all but its holes
};

/// By ending: .tif GeoTIFF (32-bit float, deflated), .exr (exr.h), .png (16 bits), .flt (raw 32-bit floats,
/// with .hdr and .prj). The georeference is in the file, or in .wld and .aux.xml beside it; holes are nodata
/// again, and a file that declared its nodata does so (by another number where a height has that one);
/// numbers are by the raster's vertical scale, of a PNG by one that spans its heights, or `span` where that
/// is given, unless the file that was read had whole numbers that hold them. Each file appears whole or not
/// at all. Errors: Input for another ending, Storage.
Status writeRaster(const ConfinedPath& path, const Raster& raster,
                   const std::optional<RasterSpan>& span = {});

}  // namespace talus::io
