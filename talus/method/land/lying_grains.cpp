#include "talus/method/land/lying_grains.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace talus::method {
namespace {

using geometry::ColumnGrid;
using geometry::ColumnRange;

/// The columns under a grain with their shares of its volume; the nearest column where none is under it; none
/// outside of the grid.
std::vector<std::pair<std::size_t, double>> sharesBelow(const ColumnGrid& grid, const Vec3d& centre,
                                                        double r) {
    std::vector<std::pair<std::size_t, double>> shares;
    const double s = grid.spacing;
    if (centre.x < grid.x(0) - 0.5 * s || centre.x > grid.x(grid.columns - 1) + 0.5 * s ||
        centre.y < grid.y(0) - 0.5 * s || centre.y > grid.y(grid.rows - 1) + 0.5 * s)
        return shares;
    const ColumnRange range = columnsWithin(grid, {centre - Vec3d{r, r, r}, centre + Vec3d{r, r, r}});
    double sum = 0;
    for (std::uint32_t j = range.first_j; j < range.last_j; ++j)
        for (std::uint32_t i = range.first_i; i < range.last_i; ++i) {
            const double x = grid.x(i) - centre.x, y = grid.y(j) - centre.y;
            const double thickness = r * r - x * x - y * y;
            if (!(thickness > 0)) continue;
            shares.emplace_back(grid.at(i, j), std::sqrt(thickness));
            sum += shares.back().second;
        }
    for (auto& [column, share] : shares) share /= sum;
    if (!shares.empty()) return shares;
    const auto nearest = [&](double from, std::uint32_t count) {
        return static_cast<std::uint32_t>(std::clamp(std::round(from / s), 0.0, count - 1.0));
    };
    return {{grid.at(nearest(centre.x - grid.origin_x, grid.columns),
                     nearest(centre.y - grid.origin_y, grid.rows)),
             1.0}};
}

}  // namespace

Status addLyingGrains(const ColumnGrid& grid, exec::View<double> heights, const state::PointsView& grains,
                      double packing) {
    const state::ArrayView* radius = grains.find("radius");
    if (radius == nullptr || radius->components != 1)
        return Error{ErrorKind::Input,
                     "the frames have no field 'radius'; add it to output.fields of the scene and run again"};
    std::vector<std::size_t> order(grains.count);
    std::iota(order.begin(), order.end(), 0);
    const auto bottom = [&](std::size_t i) { return grains.at(i).z - radius->value(i); };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return bottom(a) < bottom(b); });
    for (const std::size_t i : order) {
        const double r = radius->value(i);
        const auto shares = sharesBelow(grid, grains.at(i), r);
        double top = -std::numeric_limits<double>::infinity();
        for (const auto& [column, share] : shares) top = std::max(top, heights[column]);
        if (!(bottom(i) - top <= 2 * r)) continue;
        const double volume = 4.0 / 3 * std::numbers::pi * r * r * r / packing;
        for (const auto& [column, share] : shares) heights[column] += volume * share / grid.area();
    }
    return success();
}

}  // namespace talus::method
