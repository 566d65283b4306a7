#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "talus/core/host_device.h"
#include "talus/exec/buffer.h"
#include "talus/exec/exec.h"
#include "talus/geometry/mesh/mesh.h"
#include "talus/geometry/shapes.h"

/// Ground as a grid of columns with one height each. The surface goes through the tops of the columns. A cell
/// between four columns consists of two triangles, split along the diagonal from its corner (i, j) to (i + 1,
/// j + 1). The heights may be those of a Heightfield or a column of a state's table.
namespace talus::geometry {

/// The positions of the columns: column (i, j) is at (x, y) = (origin_x + i spacing, origin_y + j spacing),
/// and its height has the index j * columns + i. A column represents the ground of spacing x spacing around
/// it.
struct ColumnGrid {
    double origin_x = 0, origin_y = 0;  ///< of column (0, 0) [m]
    double spacing = 1;                 ///< [m], > 0
    std::uint32_t columns = 0;          ///< along x, >= 2
    std::uint32_t rows = 0;             ///< along y, >= 2

    TALUS_HD std::size_t size() const { return std::size_t{columns} * rows; }
    TALUS_HD std::size_t at(std::uint32_t i, std::uint32_t j) const { return std::size_t{j} * columns + i; }
    TALUS_HD double x(std::uint32_t i) const { return origin_x + i * spacing; }
    TALUS_HD double y(std::uint32_t j) const { return origin_y + j * spacing; }
    /// Ground area of one column [m^2].
    TALUS_HD double area() const { return spacing * spacing; }
    bool operator==(const ColumnGrid&) const = default;
};

/// Columns [first_i, last_i) x [first_j, last_j).
struct ColumnRange {
    std::uint32_t first_i = 0, last_i = 0, first_j = 0, last_j = 0;

    TALUS_HD bool empty() const { return first_i >= last_i || first_j >= last_j; }
    TALUS_HD std::uint32_t width() const { return last_i - first_i; }
    TALUS_HD std::uint32_t depth() const { return last_j - first_j; }
    TALUS_HD bool has(std::uint32_t i, std::uint32_t j) const {
        return i >= first_i && i < last_i && j >= first_j && j < last_j;
    }
    bool operator==(const ColumnRange&) const = default;
};

inline ColumnRange allColumns(const ColumnGrid& grid) { return {0, grid.columns, 0, grid.rows}; }

/// The columns whose positions are in the box in x and y; empty where there are none.
ColumnRange columnsWithin(const ColumnGrid& grid, const Box& box);

/// The range with `margin` more columns on every side, clipped at the border of the grid.
ColumnRange grown(const ColumnRange& range, std::uint32_t margin, const ColumnGrid& grid);

/// Ground that owns its heights. It cannot be dug below `bedrock`.
struct Heightfield {
    ColumnGrid grid;
    exec::Array<double> height;   ///< [m]
    exec::Array<double> bedrock;  ///< [m], nowhere above height; empty: there is none
};

/// A flat heightfield. @pre grid.columns >= 2 and grid.rows >= 2
Heightfield flatHeightfield(const ColumnGrid& grid, double height);

/// Volume of the ground above the height `base` [m^3], summed in a fixed order.
double volumeOf(const exec::Exec& exec, const ColumnGrid& grid, exec::View<const double> height,
                double base = 0);

/// The box around the surface.
Box boundsOf(const exec::Exec& exec, const ColumnGrid& grid, exec::View<const double> height);

/// The surface at a horizontal position.
struct SurfacePoint {
    double height = 0;  ///< [m]
    Vec3d normal;       ///< unit, up
};

/// The surface at (x, y); nothing where that is not between the first and last columns.
std::optional<SurfacePoint> surfaceAt(const ColumnGrid& grid, exec::View<const double> height, double x,
                                      double y);

/// Unit normal of the ground at a column, upwards, from central differences (one-sided at the border).
Vec3d columnNormal(const ColumnGrid& grid, exec::View<const double> height, std::uint32_t i, std::uint32_t j);

/// The surface as a mesh: one point for each column, in their order, and two triangles for each cell,
/// counter-clockwise seen from above.
Mesh meshOf(const ColumnGrid& grid, exec::View<const double> height);

}  // namespace talus::geometry
