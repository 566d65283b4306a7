#include "talus/water/sources/check_places.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/method/gather.h"

namespace talus::water {
namespace {

/// Places along each side of a rectangle that are looked at.
constexpr int places = 64;
/// Of a rain's rectangle: less beside the ground does not show.
constexpr double small_share = 0.05;

void checkRainOver(const method::Checking& checking, const Rain& rain, std::size_t index,
                   const geometry::Heightfield& ground) {
    const geometry::ColumnGrid& grid = ground.grid;
    int beside = 0, below = 0;
    double highest = 0;
    const auto place = [&](std::size_t axis, int k) {
        return rain.min[axis] + (rain.max[axis] - rain.min[axis]) * (k + 0.5) / places;
    };
    for (int j = 0; j < places; ++j)
        for (int i = 0; i < places; ++i) {
            const auto surface = geometry::surfaceAt(grid, ground.height.view(), place(0, i), place(1, j));
            if (!surface) {
                ++beside;
            } else if (surface->height > rain.height) {
                highest = below == 0 ? surface->height : std::max(highest, surface->height);
                ++below;
            }
        }
    constexpr double all = double(places) * places;
    if (beside > small_share * all)
        checking.warn("rain", index, "min",
                      beside == all ? fmt::format("all of the rain '{}' falls beside the ground", rain.name)
                                    : fmt::format("{:.0f}% of the rain '{}' falls beside the ground",
                                                  100 * beside / all, rain.name),
                      fmt::format("the ground is from ({:g}, {:g}) to ({:g}, {:g})", grid.x(0), grid.y(0),
                                  grid.x(grid.columns - 1), grid.y(grid.rows - 1)));
    if (below > 0)
        checking.warn(
            "rain", index, "height",
            fmt::format("the rain '{}' begins at {:.6g} m, and the ground under it is up to {:.6g} m "
                        "high: {:.3g}% of it begins in the ground",
                        rain.name, rain.height, highest, 100 * below / all),
            fmt::format("make height more than {:.6g} m", highest));
}

}  // namespace

void checkPlaces(const method::Checking& checking, const Part& part) {
    const std::vector<environment::Sink>& sinks = checking.scene.environment.sinks;
    for (std::size_t i = 0; i < part.inflows.size(); ++i)
        for (const environment::Sink& sink : sinks)
            if (environment::takes(sink, part.inflows[i].centre)) {
                checking.warn(
                    "inflow", i, "centre",
                    fmt::format("the middle of the inflow '{}' is in the sink '{}', which takes its "
                                "water at once",
                                part.inflows[i].name, sink.name),
                    "move one of them; a plane takes what is on the side that its normal does not "
                    "point to");
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
