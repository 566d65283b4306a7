#include "talus/ground/plot/ground_profile.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace talus::ground {

using geometry::ColumnGrid;
using Surfaces = std::vector<exec::View<const double>>;

Result<GroundProfile> radialProfile(const ColumnGrid& grid, const Surfaces& surfaces,
                                    std::array<double, 2> axis) {
    const double right = grid.x(grid.columns - 1), top = grid.y(grid.rows - 1);
    const double aside = std::max({0.0, grid.x(0) - axis[0], axis[0] - right}),
                 before = std::max({0.0, grid.y(0) - axis[1], axis[1] - top});
    if (!(std::isfinite(axis[0]) && std::isfinite(axis[1]) &&
          std::hypot(aside, before) <= std::hypot(right - grid.x(0), top - grid.y(0))))
        return Error{
            ErrorKind::Input,
            fmt::format("the axis at ({:g}, {:g}) m is far from the ground, which goes from ({:g}, {:g}) "
                        "to ({:g}, {:g}) m",
                        axis[0], axis[1], grid.x(0), grid.y(0), right, top)};
    const double inside =
        std::min({axis[0] - grid.x(0), right - axis[0], axis[1] - grid.y(0), top - axis[1]});
    double reach = inside;
    if (!(inside > 3 * grid.spacing))
        reach = std::hypot(std::max(axis[0] - grid.x(0), right - axis[0]),
                           std::max(axis[1] - grid.y(0), top - axis[1]));
    const auto rings = static_cast<std::size_t>(reach / grid.spacing + 1e-9) + 1;
    std::vector<double> count(rings), far(rings);
    std::vector<std::vector<double>> sums(surfaces.size(), std::vector<double>(rings));
    for (std::uint32_t j = 0; j < grid.rows; ++j)
        for (std::uint32_t i = 0; i < grid.columns; ++i) {
            const double distance = std::hypot(grid.x(i) - axis[0], grid.y(j) - axis[1]);
            const auto ring = static_cast<std::size_t>(std::lround(distance / grid.spacing));
            if (ring >= rings) continue;
            count[ring] += 1;
            far[ring] += distance;
            for (std::size_t s = 0; s < surfaces.size(); ++s) sums[s][ring] += surfaces[s][grid.at(i, j)];
        }
    GroundProfile profile{true, axis, {}, std::vector<std::vector<double>>(surfaces.size())};
    for (std::size_t ring = 0; ring < rings; ++ring) {
        if (count[ring] == 0) continue;
        profile.distance.push_back(far[ring] / count[ring]);
        for (std::size_t s = 0; s < surfaces.size(); ++s)
            profile.heights[s].push_back(sums[s][ring] / count[ring]);
    }
    return profile;
}

Result<GroundProfile> lineProfile(const ColumnGrid& grid, const Surfaces& surfaces,
                                  std::array<double, 2> from, std::array<double, 2> to) {
    const double dx = to[0] - from[0], dy = to[1] - from[1], length = std::hypot(dx, dy);
    constexpr double max_points = 1e6;
    const double points = std::ceil(2 * length / grid.spacing);
    if (!(length > 0) || !(points <= max_points))
        return Error{ErrorKind::Input, "the line must have two different ends, on the ground or near it"};
    GroundProfile profile{false, {}, {}, std::vector<std::vector<double>>(surfaces.size())};
    for (int k = 0; k <= static_cast<int>(points); ++k) {
        const double t = k / points, x = from[0] + t * dx, y = from[1] + t * dy;
        if (!geometry::surfaceAt(grid, surfaces[0], x, y)) continue;
        profile.distance.push_back(t * length);
        for (std::size_t s = 0; s < surfaces.size(); ++s)
            profile.heights[s].push_back(geometry::surfaceAt(grid, surfaces[s], x, y)->height);
    }
    if (profile.distance.size() < 2)
        return Error{
            ErrorKind::Input,
            fmt::format("the line is not on the ground, which goes from ({:g}, {:g}) to ({:g}, {:g}) m",
                        grid.x(0), grid.y(0), grid.x(grid.columns - 1), grid.y(grid.rows - 1))};
    return profile;
}

std::optional<Flank> flankOf(const GroundProfile& profile, std::size_t surface) {
    const std::vector<double>&x = profile.distance, &h = profile.heights[surface];
    constexpr std::size_t min_points = 4;
    const std::size_t tail = x.size() / 5;
    if (!profile.radial || tail == 0) return std::nullopt;
    double level = 0;
    for (std::size_t k = x.size() - tail; k < x.size(); ++k) level += h[k] / static_cast<double>(tail);
    const double rise = h.front() - level;
    const auto share = [&](std::size_t k) { return (h[k] - level) / rise; };
    // From the foot inwards: a heap may be flat on top, and a crater has its rim.
    std::size_t outer = x.size() - 1;
    while (outer > 0 && !(share(outer) >= 0.2)) --outer;
    std::size_t inner = outer;
    while (inner > 0 && share(inner - 1) >= 0.2 && share(inner - 1) <= 0.8) --inner;
    if (outer - inner + 1 < min_points) return std::nullopt;
    double n = 0, sx = 0, sh = 0, sxx = 0, sxh = 0;
    for (std::size_t k = inner; k <= outer; ++k)
        n += 1, sx += x[k], sh += h[k], sxx += x[k] * x[k], sxh += x[k] * h[k];
    const double slope = (n * sxh - sx * sh) / (n * sxx - sx * sx);
    return Flank{std::atan(-slope), x[inner], x[outer]};
}

std::array<double, 2> middleOfChange(const ColumnGrid& grid, exec::View<const double> before,
                                     exec::View<const double> after) {
    double sum = 0, x = 0, y = 0;
    for (std::uint32_t j = 0; j < grid.rows; ++j)
        for (std::uint32_t i = 0; i < grid.columns; ++i) {
            const double moved = std::abs(after[grid.at(i, j)] - before[grid.at(i, j)]);
            sum += moved;
            x += moved * grid.x(i);
            y += moved * grid.y(j);
        }
    if (sum > 0) return {x / sum, y / sum};
    return {0.5 * (grid.x(0) + grid.x(grid.columns - 1)), 0.5 * (grid.y(0) + grid.y(grid.rows - 1))};
}

picture::Chart groundChart(const GroundProfile& profile, const std::vector<std::string>& names) {
    double low = profile.heights[0][0], high = low;
    for (const auto& heights : profile.heights)
        for (const double h : heights) low = std::min(low, h), high = std::max(high, h);
    const double width = profile.distance.back() - profile.distance.front();
    const bool small = width <= 1.001 && std::abs(high) < 1 && std::abs(low) < 1;
    const double unit = small ? 1e-3 : 1;
    picture::Chart chart;
    chart.title = "Profile of the ground";
    chart.subtitle = profile.radial
                         ? fmt::format("means over all directions around x = {:.4g} m, y = {:.4g} m",
                                       profile.axis[0], profile.axis[1])
                         : "along a line";
    chart.x = {.name = profile.radial ? "distance from the axis" : "distance along the line",
               .unit = small ? "mm" : "m"};
    chart.y = {.name = "height", .unit = small ? "mm" : "m"};
    chart.equal_scale = high - low > 0.15 * width;
    // Space for the legend.
    if (!chart.equal_scale && high > low) chart.y.high = (high + 0.35 * (high - low)) / unit;
    for (std::size_t s = 0; s < profile.heights.size(); ++s) {
        picture::Series series{.name = names[s], .x = profile.distance, .y = profile.heights[s]};
        if (s == 0 && profile.heights.size() > 1) series.style = picture::Series::Style::Dashed;
        for (double& x : series.x) x /= unit;
        for (double& y : series.y) y /= unit;
        chart.series.push_back(std::move(series));
    }
    return chart;
}

std::optional<picture::Chart> volumeChart(const NumberTable& stats) {
    const int time = stats.find("time"), volume = stats.find("ground.volume");
    if (time < 0 || volume < 0 || stats.rows.empty()) return std::nullopt;
    picture::Chart chart;
    chart.title = "Volume of the ground";
    chart.x = {.name = "time", .unit = "s"};
    chart.y = {.name = "change since the start", .unit = "m³"};
    std::vector<double> values = stats.values(volume);
    chart.subtitle = fmt::format("{:.6g} m³ above z = 0 at the start", values.front());
    const double first = values.front();
    for (double& value : values) value -= first;
    chart.series.push_back({.name = "ground", .x = stats.values(time), .y = std::move(values)});
    return chart;
}

}  // namespace talus::ground
