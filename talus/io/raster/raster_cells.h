#pragma once
#include <array>

#include "talus/io/raster/raster.h"

/// What a raster file holds, before it is ground: between the library that reads files and the rest.
namespace talus::io {

struct RasterCells {
    std::uint32_t columns = 0, rows = 0;
    exec::Array<double> value;          ///< as in the file, the northern row first
    std::optional<double> nodata;       ///< as declared
    bool single = false;                ///< the cells are of single precision, and so what stands for nodata
    std::vector<std::string> doubts{};  ///< Raster::doubts
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

/// Memory that reading so many cells, and cutting a part out of them, takes at its peak: a cell's number in
/// the file and its height (8 bytes each) and whether it is a hole, 17 bytes; of a raster with holes those of
/// the part and of two maps of holes as well, 34 bytes.
constexpr double readingBytes(double cells, bool holes) { return (holes ? 34 : 17) * cells; }
/// Error (Input) where so many cells take more memory than they may.
Status checkMemory(double cells, double memory_bytes);

/// Ground from the cells of a file.
Result<Raster> groundFrom(RasterCells cells, const RasterOptions& options);

/// The cells to write, by this scale and with this number in holes, which it declares; absent: it has none.
/// Rows from the north.
RasterCells cellsOf(const Raster& raster, const VerticalScale& vertical, std::optional<double> nodata);

/// The nodata that a file of floats shall declare; absent: none. It is the raster's own unless a height has
/// that number.
std::optional<double> nodataOf(const Raster& raster);

/// Whole numbers from 0 to 65535, by the raster's own scale where that is of whole numbers and holds all
/// heights, or by one that spans them, and `wanted` where that is given; then 0 is a hole.
RasterCells levelsOf(const Raster& raster, const std::optional<RasterSpan>& wanted);

/// Gives every hole the mean of its neighbours that have heights, ring by ring inwards.
/// @pre not all are holes
void fillHoles(const geometry::ColumnGrid& grid, exec::View<double> height,
               exec::View<const std::uint8_t> hole);

}  // namespace talus::io
