#include "talus/ground/plot/ground_change.h"

#include <algorithm>

#include <fmt/format.h>

namespace talus::ground {
namespace {

/// Heights against the share of the area that is higher, at a few hundred points: with all heights the line
/// would have millions of points.
picture::Series hypsometry(exec::View<const double> heights, std::string name) {
    std::vector<double> sorted(heights.begin(), heights.end());
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    constexpr std::size_t points = 500;
    picture::Series series{std::move(name), {}, {}};
    for (std::size_t k = 0; k <= points; ++k) {
        const std::size_t at = k * (sorted.size() - 1) / points;
        series.x.push_back(100 * (static_cast<double>(at) + 0.5) / static_cast<double>(sorted.size()));
        series.y.push_back(sorted[at]);
    }
    return series;
}

}  // namespace

GroundChange changeBetween(const geometry::ColumnGrid& grid, exec::View<const double> before,
                           exec::View<const double> after) {
    GroundChange change;
    for (std::size_t k = 0; k < grid.size(); ++k) {
        const double rise = after[k] - before[k];
        if (rise > 0) {
            change.risen += rise * grid.area();
            change.risen_area += grid.area();
            change.highest = std::max(change.highest, rise);
        } else if (rise < 0) {
            change.sunk -= rise * grid.area();
            change.sunk_area += grid.area();
            change.deepest = std::max(change.deepest, -rise);
        }
    }
    return change;
}

std::string describe(const GroundChange& change) {
    if (change.risen_area == 0 && change.sunk_area == 0) return "the ground is as it was";
    return fmt::format(
        "the ground sank by {:.4g} m^3 on {:.4g} m^2 (at most {:.3g} m) and rose by {:.4g} m^3 on {:.4g} m^2 "
        "(at "
        "most {:.3g} m)",
        change.sunk, change.sunk_area, change.deepest, change.risen, change.risen_area, change.highest);
}

picture::Chart changeChart(const geometry::ColumnGrid& grid, exec::View<const double> before,
                           exec::View<const double> after) {
    picture::Map map{.name = "change of height",
                     .unit = "m",
                     .left = grid.x(0),
                     .low = grid.y(0),
                     .spacing = grid.spacing,
                     .columns = grid.columns,
                     .values = {},
                     .heights = {after.begin(), after.end()}};
    map.values.reserve(grid.size());
    for (std::size_t k = 0; k < grid.size(); ++k) map.values.push_back(after[k] - before[k]);
    picture::Chart chart;
    chart.title = "How far the ground rose and sank";
    const GroundChange change = changeBetween(grid, before, after);
    chart.subtitle = fmt::format("{:.4g} m^3 dug out, {:.4g} m^3 laid down", change.sunk, change.risen);
    chart.x = {.name = "x", .unit = "m"};
    chart.y = {.name = "y", .unit = "m"};
    chart.map = std::move(map);
    chart.equal_scale = true;
    return chart;
}

picture::Chart hypsometryChart(exec::View<const double> before, exec::View<const double> after) {
    picture::Chart chart;
    chart.title = "Hypsometry of the ground";
    chart.x = {.name = "share of the area that is higher", .unit = "%", .low = 0, .high = 100};
    chart.y = {.name = "height", .unit = "m"};
    chart.series.push_back(hypsometry(before, "at the start"));
    chart.series.push_back(hypsometry(after, "now"));
    chart.series.front().style = picture::Series::Style::Dashed;
    return chart;
}

}  // namespace talus::ground
