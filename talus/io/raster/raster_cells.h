#pragma once
#include <array>

#include "talus/io/raster/raster.h"

/// What a raster file holds, before it is ground: between the library that reads files and the rest.
namespace talus::io {

struct RasterCells {
    std::uint32_t columns = 0, rows = 0;
    exec::Array<double> value;     ///< as in the file, the northern row first
    std::optional<double> nodata;  ///< as declared
    exec::Array<std::uint8_t>
        masked;              ///< not 0: the file's own mask, or its alpha, hides the cell; empty: none
    VerticalScale vertical;  ///< as declared
    std::string system;      ///< well-known text
    /// Coordinates of the corner of cell (c, r): t[0] + c t[1] + r t[2], t[3] + c t[4] + r t[5].
    std::optional<std::array<double, 6>> transform;
    Georeference::Net net = Georeference::Net::Plane;
    double unit = 1;              ///< of the coordinates in metres, or in radians
    double semi_major = 6378137;  ///< of the ellipsoid [m]
    double flattening = 1 / 298.257223563;
};

/// Bytes of a cell while a raster is read and a part is cut out of it, at their peak: the number as in the
/// file, the height, the height of the part (8 each), two maps of holes as numbers where it has some, two
/// masks.
inline constexpr double bytes_of_cell = 34;
/// Error (Input) where so many cells take more memory than they may.
Status checkRoom(double cells, double memory_bytes);

/// Ground from the cells of a file.
Result<Raster> groundFrom(RasterCells cells, const RasterOptions& options);

/// The cells to write, by this scale and with this number in holes. Rows from the north.
RasterCells cellsOf(const Raster& raster, const VerticalScale& vertical, double nodata);

/// Whole numbers from 0 to 65535, by the raster's own scale where that is of whole numbers and holds all
/// heights, or by one that spans them, and `wanted` where that is given; then 0 is a hole.
RasterCells levelsOf(const Raster& raster, const std::optional<RasterSpan>& wanted);

/// Gives every hole the mean of its neighbours that have heights, ring by ring inwards.
/// @pre not all are holes
void fillHoles(const geometry::ColumnGrid& grid, exec::View<double> height,
               exec::View<const std::uint8_t> hole);

}  // namespace talus::io
