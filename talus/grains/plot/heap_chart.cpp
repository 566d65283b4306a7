#include "talus/grains/plot/heap_chart.h"

#include <cmath>

#include <fmt/format.h>

namespace talus::grains {
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

}  // namespace talus::grains
