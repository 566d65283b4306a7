#include "talus/ground/report/probed.h"

#include <algorithm>
#include <cmath>

#include "talus/ground/fields.h"

namespace talus::ground {

method::Probed probed(const geometry::ColumnGrid& grid) {
    method::Probed all{.name = "ground", .fields = {{"height", "m", 1}}, .radius = grid.spacing};
    all.at = [grid](const state::World& world, const std::string&, const Vec3d& at, double) {
        const auto heights = world.table(ground_table).read(fields::height);
        const auto nearest = [&](double x, double origin, std::uint32_t count) {
            const double k = std::round((x - origin) / grid.spacing);
            return k > 0 ? std::min(static_cast<std::uint32_t>(k), count - 1) : 0;
        };
        const std::uint32_t i = nearest(at.x, grid.origin_x, grid.columns),
                            j = nearest(at.y, grid.origin_y, grid.rows);
        return method::Reading{{heights[grid.at(i, j)], 0, 0}, 1};
    };
    all.height = [grid](const state::World& world, const Vec3d& at, double) -> std::optional<double> {
        const auto heights = world.table(ground_table).read(fields::height);
        const auto surface = geometry::surfaceAt(grid, heights, at.x, at.y);
        if (!surface) return std::nullopt;
        return surface->height;
    };
    all.covers = [grid](const Vec3d& at) {
        return at.x >= grid.x(0) && at.x <= grid.x(grid.columns - 1) && at.y >= grid.y(0) &&
               at.y <= grid.y(grid.rows - 1);
    };
    return all;
}

}  // namespace talus::ground
