#include "talus/couple/hybrid/headroom.h"

#include <algorithm>
#include <atomic>
#include <limits>

#include "talus/couple/ground_contact/fields.h"
#include "talus/couple/hybrid/settle.h"
#include "talus/exec/for_each.h"
#include "talus/geometry/ground_surface.h"

namespace talus::couple {

exec::Array<double> headroom(const geometry::ColumnGrid& grid, exec::View<const double> height,
                             const Disturbance& moving, const state::Table& grains) {
    namespace f = grains::fields;
    const auto position = grains.read(f::position);
    const auto radius = grains.read(f::radius);
    const auto settled = grains.read(f::settled);
    exec::Array<double> max_height(grid.size());
    std::fill_n(max_height.data(), max_height.size(), std::numeric_limits<double>::infinity());
    if (!moving.any()) return max_height;
    // Serial: grains near moving walls are few, and share columns.
    for (std::size_t i = 0; i < position.size(); ++i) {
        if (settled[i] != 0) continue;
        const Vec3d& p = position[i];
        const auto under = geometry::surfaceAt(grid, height, p.x, p.y);
        if (!under) continue;
        // In radii, chosen: the column stays below the centre, since a grain whose centre is covered settles.
        constexpr double below_centre = 0.4;
        const double gap = p.z - under->height - below_centre * radius[i] / under->normal.z;
        // No column rises that far between two rounds of the exchange.
        if (gap > 4 * radius[i] || !moving.at(p)) continue;
        const double wide = radius[i] + grid.spacing;
        const Vec3d reach{wide, wide, 0};
        const geometry::ColumnRange near = geometry::columnsWithin(grid, {p - reach, p + reach});
        for (std::uint32_t b = near.first_j; b < near.last_j; ++b)
            for (std::uint32_t a = near.first_i; a < near.last_i; ++a) {
                const std::size_t k = grid.at(a, b);
                if (!moving.at({grid.x(a), grid.y(b), p.z})) continue;
                max_height[k] = std::min(max_height[k], height[k] + gap);
            }
    }
    return max_height;
}

bool letSink(const exec::Exec& exec, const ColumnStore::Setup& columns, exec::View<const double> height,
             state::Table& grains) {
    const geometry::ColumnGrid& grid = columns.grid;
    const auto position = std::as_const(grains).read(grains::fields::position);
    const auto radius = std::as_const(grains).read(grains::fields::radius);
    const Settler holder(grains);
    const auto settled = std::as_const(grains).read(grains::fields::settled);
    const auto sunk = grains.write(fields::sunk);
    const geometry::GroundSurface surface(grid, height);
    std::atomic<bool> any_settles = false;
    exec::for_each(exec, position.size(), [&](std::size_t i) {
        if (settled[i] != 0) return;
        const Vec3d& p = position[i];
        const auto ground = geometry::surfaceAt(grid, height, p.x, p.y);
        if (ground && p.z < ground->height) {
            any_settles.store(true, std::memory_order_relaxed);
            return holder.change(i, grains::lies_as_ground);
        }
        // Smaller overlaps are contacts, which the springs resolve: stiffness is chosen for overlaps of 1 to
        // 5% of the radius (docs/theory/grains.md).
        constexpr double pressed = 0.05;
        const double depth = radius[i] - surface.clearance(p, radius[i]);
        if (depth > pressed * radius[i] && depth > static_cast<double>(sunk[i]))
            sunk[i] = static_cast<float>(depth);
        // The grain may not reach into bedrock: `sunk` is at most the depth of the sand below it.
        if (sunk[i] > 0 && ground) {
            const double sand =
                ground->height - geometry::surfaceAt(grid, columns.bedrock.view(), p.x, p.y)->height;
            sunk[i] = std::min(sunk[i], static_cast<float>(std::max(0.0, sand)));
        }
    });
    return any_settles;
}

}  // namespace talus::couple
