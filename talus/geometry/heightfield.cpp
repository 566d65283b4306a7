#include "talus/geometry/heightfield.h"

#include <algorithm>

#include "talus/exec/reduce.h"

namespace talus::geometry {

ColumnRange columnsWithin(const ColumnGrid& grid, const Box& box) {
    // Clamped before the conversion to integers, since a box may be anywhere.
    const auto range = [&](double from, double to, double origin, std::uint32_t count, std::uint32_t& first,
                           std::uint32_t& last) {
        const double low = std::ceil((from - origin) / grid.spacing);
        const double high = std::floor((to - origin) / grid.spacing) + 1;
        first = low > 0 ? static_cast<std::uint32_t>(std::min<double>(low, count)) : 0;
        last = high > 0 ? static_cast<std::uint32_t>(std::min<double>(high, count)) : 0;
    };
    ColumnRange columns;
    range(box.min.x, box.max.x, grid.origin_x, grid.columns, columns.first_i, columns.last_i);
    range(box.min.y, box.max.y, grid.origin_y, grid.rows, columns.first_j, columns.last_j);
    return columns.empty() ? ColumnRange{} : columns;
}

ColumnRange grown(const ColumnRange& range, std::uint32_t margin, const ColumnGrid& grid) {
    if (range.empty()) return {};
    const auto reduced = [&](std::uint32_t a) { return a > margin ? a - margin : 0; };
    const auto increased = [&](std::uint32_t a, std::uint32_t limit) {
        return limit - a > margin ? a + margin : limit;
    };
    return {reduced(range.first_i), increased(range.last_i, grid.columns), reduced(range.first_j),
            increased(range.last_j, grid.rows)};
}

Heightfield flatHeightfield(const ColumnGrid& grid, double height) {
    TALUS_ASSERT(grid.columns >= 2 && grid.rows >= 2 && grid.spacing > 0, "a surface needs 2 x 2 columns");
    Heightfield field{grid, exec::Array<double>(grid.size()), {}};
    std::fill(field.height.data(), field.height.data() + grid.size(), height);
    return field;
}

double volumeOf(const exec::Exec& exec, const ColumnGrid& grid, exec::View<const double> height,
                double base) {
    return grid.area() * exec::sum(exec, height.size(), 0.0, [&](std::size_t k) { return height[k] - base; });
}

Box boundsOf(const exec::Exec& exec, const ColumnGrid& grid, exec::View<const double> height) {
    const auto value = [&](std::size_t k) { return height[k]; };
    const double low = exec::reduce(exec, height.size(), height[0], value,
                                    [](double a, double b) { return std::min(a, b); });
    const double high = exec::reduce(exec, height.size(), height[0], value,
                                     [](double a, double b) { return std::max(a, b); });
    return {{grid.x(0), grid.y(0), low}, {grid.x(grid.columns - 1), grid.y(grid.rows - 1), high}};
}

std::optional<SurfacePoint> surfaceAt(const ColumnGrid& grid, exec::View<const double> height, double x,
                                      double y) {
    // Compared with the positions of the columns, so that the last columns are inside however the division
    // below rounds. A NaN is outside.
    if (!(x >= grid.x(0) && x <= grid.x(grid.columns - 1) && y >= grid.y(0) && y <= grid.y(grid.rows - 1)))
        return std::nullopt;
    const double u = std::min((x - grid.origin_x) / grid.spacing, grid.columns - 1.0);
    const double v = std::min((y - grid.origin_y) / grid.spacing, grid.rows - 1.0);
    const auto i = std::min(static_cast<std::uint32_t>(u), grid.columns - 2);
    const auto j = std::min(static_cast<std::uint32_t>(v), grid.rows - 2);
    const double s = u - i, t = v - j;
    const double h00 = height[grid.at(i, j)], h11 = height[grid.at(i + 1, j + 1)];
    // The triangle below the diagonal (s >= t) has the corner (i + 1, j), the other one (i, j + 1).
    const double middle = s >= t ? height[grid.at(i + 1, j)] : height[grid.at(i, j + 1)];
    const double slope_x = s >= t ? middle - h00 : h11 - middle;
    const double slope_y = s >= t ? h11 - middle : middle - h00;
    return SurfacePoint{h00 + slope_x * s + slope_y * t, normalized(Vec3d{-slope_x, -slope_y, grid.spacing})};
}

Vec3d columnNormal(const ColumnGrid& grid, exec::View<const double> height, std::uint32_t i,
                   std::uint32_t j) {
    const std::uint32_t west = i > 0 ? i - 1 : i, east = i + 1 < grid.columns ? i + 1 : i;
    const std::uint32_t south = j > 0 ? j - 1 : j, north = j + 1 < grid.rows ? j + 1 : j;
    return normalized(Vec3d{(height[grid.at(west, j)] - height[grid.at(east, j)]) / (east - west),
                            (height[grid.at(i, south)] - height[grid.at(i, north)]) / (north - south),
                            grid.spacing});
}

Mesh meshOf(const ColumnGrid& grid, exec::View<const double> height) {
    Mesh mesh;
    mesh.points.reserve(grid.size());
    mesh.triangles.reserve(2 * std::size_t{grid.columns - 1} * (grid.rows - 1));
    for (std::uint32_t j = 0; j < grid.rows; ++j)
        for (std::uint32_t i = 0; i < grid.columns; ++i)
            mesh.points.push_back({grid.x(i), grid.y(j), height[grid.at(i, j)]});
    const auto point = [&](std::uint32_t i, std::uint32_t j) {
        return static_cast<std::uint32_t>(grid.at(i, j));
    };
    for (std::uint32_t j = 0; j + 1 < grid.rows; ++j)
        for (std::uint32_t i = 0; i + 1 < grid.columns; ++i) {
            mesh.triangles.push_back({point(i, j), point(i + 1, j), point(i + 1, j + 1)});
            mesh.triangles.push_back({point(i, j), point(i + 1, j + 1), point(i, j + 1)});
        }
    return mesh;
}

}  // namespace talus::geometry
