#pragma once
#include <array>

#include "talus/io/raster/raster.h"

/// The contents of a raster file before conversion to ground. Separates the library that reads files from the
/// other code.
namespace talus::io {

struct RasterCells {
    std::uint32_t columns = 0, rows = 0;
    exec::Array<double> value;          ///< as in the file, northern row first
    std::optional<double> nodata;       ///< as declared
    bool single = false;                ///< whether cells, and so their nodata, have single precision
    std::vector<std::string> doubts{};  ///< Raster::doubts
    /// Not 0: the file's mask or alpha hides the cell; empty: none is hidden.
    exec::Array<std::uint8_t> masked;
    VerticalScale vertical;  ///< as declared
    std::string system;      ///< well-known text
    /// Coordinates of the corner of cell (c, r): t[0] + c t[1] + r t[2], t[3] + c t[4] + r t[5].
    std::optional<std::array<double, 6>> transform;
    Georeference::Net net = Georeference::Net::Plane;
    double unit = 1;              ///< of the coordinates in metres, or in radians
    double semi_major = 6378137;  ///< of the ellipsoid [m]
    double flattening = 1 / 298.257223563;
};

/// Peak memory for reading cells and cutting out a part of them [bytes]. 17 bytes a cell: its number in the
/// file and its height (8 bytes each), and whether it is a hole. With holes 34 bytes: also the part and two
/// maps of holes.
constexpr double readingBytes(double cells, bool holes) { return (holes ? 34 : 17) * cells; }
/// Error (Input) where reading `cells` cells takes more than `memory_bytes`.
Status checkMemory(double cells, double memory_bytes);

/// Ground from the cells of a file.
Result<Raster> groundFrom(RasterCells cells, const RasterOptions& options);

/// The cells to write, with a vertical scale and a declared nodata number for holes; absent: there are no
/// holes. The northern row is first.
RasterCells cellsOf(const Raster& raster, const VerticalScale& vertical, std::optional<double> nodata);

/// The nodata number that a file of floats declares; absent: none. It is the raster's own unless a height has
/// that number.
std::optional<double> nodataOf(const Raster& raster);

/// The cells as whole numbers from 0 to 65535. They have the raster's scale where that is of whole numbers
/// and holds all heights; else a scale that spans all heights, and `wanted` where it is given, with 0 for
/// holes.
RasterCells levelsOf(const Raster& raster, const std::optional<RasterSpan>& wanted);

/// Gives every hole the mean of its neighbours that have heights, ring by ring inwards.
/// @pre not all are holes
void fillHoles(const geometry::ColumnGrid& grid, exec::View<double> height,
               exec::View<const std::uint8_t> hole);

}  // namespace talus::io
