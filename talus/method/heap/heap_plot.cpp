#include "talus/method/heap/heap_plot.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "talus/geometry/heightfield.h"
#include "talus/state/columns.h"

namespace talus::method {
namespace {

/// The surface of a heap with the line that was fitted to its flank.
picture::Chart heapChart(const Repose& repose) {
    constexpr double millimetre = 1e-3;
    picture::Chart chart;
    chart.title = "Profile of the heap";
    chart.subtitle = describe(repose) + (repose.doubt ? ", of a heap too low to be sure" : "");
    chart.x = {.name = "distance from the axis", .unit = "mm", .low = 0};
    chart.y = {.name = "height of the surface", .unit = "mm", .low = 0};
    chart.equal_scale = true;
    picture::Series profile{.name = "surface, mean over all directions", .x = {}, .y = {}};
    profile.style = picture::Series::Style::LineAndPoints;
    for (std::size_t i = 0; i < repose.distance.size(); ++i) {
        // The bare ground far out is not part of the heap.
        if (repose.distance[i] > 3 * repose.outer && repose.outer > 0) break;
        profile.x.push_back(repose.distance[i] / millimetre);
        profile.y.push_back(repose.surface[i] / millimetre);
    }
    chart.series.push_back(std::move(profile));
    if (repose.no_heap) return chart;
    const auto at = [&](double distance) {
        return (repose.intercept + repose.slope * distance) / millimetre;
    };
    chart.series.push_back({.name = "line through the flank",
                            .x = {repose.inner / millimetre, repose.outer / millimetre},
                            .y = {at(repose.inner), at(repose.outer)},
                            .style = picture::Series::Style::Dashed});
    const double middle = 0.5 * (repose.inner + repose.outer);
    constexpr double degrees = 57.29577951308232;
    chart.annotations.push_back({middle / millimetre, at(middle),
                                 fmt::format("{:.1f}\u00b0 \u00b1 {:.1f}\u00b0", repose.angle * degrees,
                                             repose.standard_error * degrees)});
    return chart;
}

}  // namespace

Result<bool> beginsLevel(const PlotInput& run) {
    const auto* ground = method::find<state::ColumnsView>(run.first, "ground");
    if (ground == nullptr) return true;
    const auto heights = state::columnValues(*ground, "height");
    if (!heights) return heights.error();
    const auto all = heights->view();
    return std::all_of(all.begin(), all.end(), [&](double height) { return height == all[0]; });
}

Result<std::optional<Repose>> measureHeap(const PlotInput& run, const state::PointsView& points,
                                          std::span<const double> radii, std::string_view unit) {
    const auto level = beginsLevel(run);
    if (!level) return level.error();
    if (!*level) return std::optional<Repose>();
    std::vector<Vec3d> positions(points.count);
    for (std::size_t i = 0; i < points.count; ++i) positions[i] = points.at(i);
    std::optional<Vec3d> at;
    if (run.axis) at = Vec3d{(*run.axis)[0], (*run.axis)[1], 0};
    const auto* ground = run.find<state::ColumnsView>("ground");
    if (ground == nullptr) return std::optional(measureRepose(positions, radii, at, {}, unit));
    const auto heights = state::columnValues(*ground, "height");
    if (!heights) return heights.error();
    const GroundHeight below = [&](double x, double y) {
        const auto under = geometry::surfaceAt(ground->grid, heights->view(), x, y);
        return under ? under->height : -std::numeric_limits<double>::infinity();
    };
    return std::optional(measureRepose(positions, radii, at, below, unit));
}

PlotResult heapPlot(const PlotInput& run, const Repose& repose, std::string_view what) {
    run.say(fmt::format("{}{}", describe(repose), what));
    if (repose.doubt) run.note(*repose.doubt);
    if (repose.distance.empty()) return std::nullopt;
    return heapChart(repose);
}

}  // namespace talus::method
