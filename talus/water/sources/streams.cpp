#include "talus/water/sources/streams.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/geometry/drainage.h"
#include "talus/method/gather.h"

namespace talus::water {
namespace {

Streams streamsOf(const Rain& rain, std::shared_ptr<const geometry::Heightfield> ground) {
    const geometry::ColumnGrid& grid = ground->grid;
    const geometry::Drainage drainage = geometry::drainageOf(grid, ground->height.view());
    std::vector<double> falls(grid.size());
    const geometry::ColumnRange under =
        geometry::columnsWithin(grid, {{rain.min[0], rain.min[1], 0}, {rain.max[0], rain.max[1], 0}});
    for (std::uint32_t j = under.first_j; j < under.last_j; ++j)
        for (std::uint32_t i = under.first_i; i < under.last_i; ++i) falls[grid.at(i, j)] = grid.area();
    const std::vector<double> above = drainage.gathered(falls);
    // The land that drains to a stream in this column from columns without a stream.
    std::vector<double> comes = falls;
    Streams streams{.ground = std::move(ground), .columns = {}, .area = {}};
    for (auto column = drainage.order.rbegin(); column != drainage.order.rend(); ++column) {
        const std::uint32_t to = drainage.into[*column];
        if (above[*column] >= *rain.gather) continue;
        if (to == *column)
            streams.lost += comes[*column];
        else
            comes[to] += comes[*column];
    }
    double sum = 0;
    for (std::uint32_t column = 0; column < grid.size(); ++column) {
        if (above[column] < *rain.gather || comes[column] == 0) continue;
        streams.columns.push_back(column);
        streams.area.push_back(sum += comes[column]);
    }
    return streams;
}

}  // namespace

Vec3d Streams::position(double chance, double across, double along, double above) const {
    const auto found = std::upper_bound(area.begin(), area.end(), chance * area.back());
    const std::uint32_t column =
        columns[std::min<std::size_t>(static_cast<std::size_t>(found - area.begin()), columns.size() - 1)];
    const geometry::ColumnGrid& grid = ground->grid;
    const auto within = [&](double middle, double shift, double first, double last) {
        return std::clamp(middle + (shift - 0.5) * grid.spacing, first, last);
    };
    const double x = within(grid.x(column % grid.columns), across, grid.x(0), grid.x(grid.columns - 1)),
                 y = within(grid.y(column / grid.columns), along, grid.y(0), grid.y(grid.rows - 1));
    return {x, y, geometry::surfaceAt(grid, ground->height.view(), x, y)->height + above};
}

void findStreams(method::Scene& scene, const method::Checking& checking) {
    std::vector<Rain>& rains = in(scene).rains;
    std::vector<method::Land> lands;
    for (std::size_t i = 0; i < rains.size(); ++i) {
        if (!rains[i].gather) continue;
        if (lands.empty()) lands = method::landsOf(scene);
        if (lands.empty()) {
            checking.error("rain", i, "gather", "the scene has no ground on which rain could gather",
                           "add [ground] or [volume], or leave gather out");
            continue;
        }
        Streams streams = streamsOf(rains[i], lands.front().start);
        if (streams.columns.empty()) {
            checking.error(
                "rain", i, "gather",
                fmt::format("there is no point to which {:g} m^2 of land with rain drain", *rains[i].gather),
                "make gather smaller, or the rectangle larger");
            continue;
        }
        rains[i].streams = std::make_shared<const Streams>(std::move(streams));
    }
}

}  // namespace talus::water
