#include "talus/water/sources/rain.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/water/sources/streams.h"

namespace talus::water {
namespace {

constexpr std::uint32_t rain_purpose = 0x5241494eu;  // separates its random numbers from others

}  // namespace

double areaOf(const Rain& rain) {
    if (rain.streams) return rain.streams->area.back();
    return (rain.max[0] - rain.min[0]) * (rain.max[1] - rain.min[1]);
}

geometry::Box boundsOf(const Rain& rain) {
    geometry::Box box{{rain.min[0], rain.min[1], rain.height}, {rain.max[0], rain.max[1], rain.height}};
    if (!rain.streams) return box;
    const auto height = rain.streams->ground->height.view();
    box.min.z += *std::min_element(height.begin(), height.end());
    box.max.z += *std::max_element(height.begin(), height.end());
    return box;
}

bool anyDropsDue(const std::vector<Rain>& rains, double volume, exec::View<const std::uint64_t> drops,
                 double time) {
    for (std::size_t r = 0; r < rains.size(); ++r)
        if (drops[r] < dropsDue(rains[r], volume, time)) return true;
    return false;
}

std::uint64_t dropsDue(const Rain& rain, double volume, double time) {
    return begunBy(rain, time, volume / areaOf(rain));
}

step::Access AddRain::access() const {
    const std::vector<step::FieldRef> sums{{rain_table, &fields::drops}, {ledger_table, &fields::made}};
    return {.reads = sums, .writes = sums, .resizes = {water_table}};
}

void AddRain::run(step::Step& step) const {
    const auto drops = step.write(rain_table, fields::drops);
    const auto made = step.write(ledger_table, fields::made);
    for (std::size_t r = 0; r < rains.size(); ++r) {
        const Rain& rain = rains[r];
        const std::uint64_t due = dropsDue(rain, volume, step.time());
        if (due <= drops[r]) continue;
        state::Table& rows = step.resizable(water_table);
        const std::size_t first = rows.size(), fresh = due - drops[r];
        if (fresh > static_cast<std::size_t>(limit) || first + fresh > static_cast<std::size_t>(limit))
            return step.report.fail(
                {.what =
                     fmt::format("{} particles of water, more than the limit of {}", first + fresh, limit),
                 .advice =
                     "raise limit in [water], end the [[rain]] earlier, or put a [[sink]] where water may "
                     "leave",
                 .ids = {},
                 .positions = {}});
        rows.resize(first + fresh);
        const auto position = rows.write(fields::position);
        const auto density = rows.write(fields::density);
        const auto id = rows.write(fields::id);
        const Random random{seed, rain_purpose + static_cast<std::uint32_t>(r)};
        for (std::size_t k = 0; k < fresh; ++k) {
            const std::uint64_t drop = drops[r] + k;
            const double a = random.uniform(0, 1, drop, 0), b = random.uniform(0, 1, drop, 1);
            position[first + k] =
                rain.streams ? rain.streams->position(random.uniform(0, 1, drop, 2), a, b, rain.height)
                             : Vec3d{rain.min[0] + a * (rain.max[0] - rain.min[0]),
                                     rain.min[1] + b * (rain.max[1] - rain.min[1]), rain.height};
            density[first + k] = static_cast<float>(rest_density);
            id[first + k] = static_cast<std::uint32_t>(made[0] + k);
        }
        drops[r] += fresh;
        made[0] += fresh;
    }
}

}  // namespace talus::water
