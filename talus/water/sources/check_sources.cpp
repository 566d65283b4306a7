#include "talus/water/sources/check_sources.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/method/gather.h"

namespace talus::water {
namespace {

/// Number of tested positions along each side of a rectangle.
constexpr int samples = 64;
/// A smaller share of a rain's rectangle beside the ground is not reported.
constexpr double small_share = 0.05;

void checkRainOver(const method::Checking& checking, const Rain& rain, std::size_t index,
                   const geometry::Heightfield& ground) {
    const geometry::ColumnGrid& grid = ground.grid;
    int beside = 0, below = 0;
    double highest = 0;
    const auto coordinate = [&](std::size_t axis, int k) {
        return rain.min[axis] + (rain.max[axis] - rain.min[axis]) * (k + 0.5) / samples;
    };
    for (int j = 0; j < samples; ++j)
        for (int i = 0; i < samples; ++i) {
            const auto surface =
                geometry::surfaceAt(grid, ground.height.view(), coordinate(0, i), coordinate(1, j));
            if (!surface) {
                ++beside;
            } else if (surface->height > rain.height) {
                highest = below == 0 ? surface->height : std::max(highest, surface->height);
                ++below;
            }
        }
    constexpr double all = double(samples) * samples;
    if (beside > small_share * all)
        checking.warn("rain", index, "min",
                      beside == all ? fmt::format("all of the rain '{}' falls beside the ground", rain.name)
                                    : fmt::format("{:.0f}% of the rain '{}' falls beside the ground",
                                                  100 * beside / all, rain.name),
                      fmt::format("the ground reaches from ({:g}, {:g}) to ({:g}, {:g})", grid.x(0),
                                  grid.y(0), grid.x(grid.columns - 1), grid.y(grid.rows - 1)));
    if (below > 0)
        checking.warn(
            "rain", index, "height",
            fmt::format(
                "the rain '{}' starts at a height of {:.6g} m, but the ground under it is up to {:.6g} m "
                "high: {:.3g}% of the rain starts below the surface",
                rain.name, rain.height, highest, 100 * below / all),
            fmt::format("make height more than {:.6g} m", highest));
}

}  // namespace

void checkSources(const method::Checking& checking, const Part& part) {
    const std::vector<environment::Sink>& sinks = checking.scene.environment.sinks;
    for (std::size_t i = 0; i < part.inflows.size(); ++i)
        for (const environment::Sink& sink : sinks)
            if (environment::takes(sink, part.inflows[i].centre)) {
                checking.warn(
                    "inflow", i, "centre",
                    fmt::format("the centre of the inflow '{}' is in the sink '{}', which removes its "
                                "water at once",
                                part.inflows[i].name, sink.name),
                    "move one of them; a sink of shape plane removes water on the side opposite to its "
                    "normal");
                break;
            }
    std::vector<method::Land> lands;
    for (std::size_t i = 0; i < part.rains.size(); ++i) {
        const Rain& rain = part.rains[i];
        if (rain.gather || !(rain.min[0] < rain.max[0] && rain.min[1] < rain.max[1])) continue;
        if (lands.empty()) lands = method::landsOf(checking.scene);
        if (lands.empty()) return;
        checkRainOver(checking, rain, i, *lands.front().start);
    }
}

}  // namespace talus::water
