#include "talus/couple/water_grains/remove_displaced_water.h"

#include <algorithm>
#include <cmath>
#include <queue>

#include "talus/couple/water_grains/scratch.h"
#include "talus/exec/reduce.h"
#include "talus/grains/fields.h"
#include "talus/state/reorder.h"
#include "talus/water/boundary/wall_integral.h"
#include "talus/water/boundary/wall_pressure.h"
#include "talus/water/fields.h"

namespace talus::couple::water_grains {
namespace {

/// Content of a particle's kernel, as shares of it.
struct Content {
    double before = 0;  ///< water in the full block
    double water = 0;   ///< water now
    double grains = 0;
    /// Relative to the full block, because kernels at walls and at the surface are not full of water.
    double crowding() const { return (water + grains) / before; }
};

/// A particle that may be removed.
struct Candidate {
    double crowding = 0;
    std::uint32_t row = 0;
    /// Of equal candidates the one with the lowest row is removed first.
    bool operator<(const Candidate& other) const {
        return crowding != other.crowding ? crowding < other.crowding : row > other.row;
    }
};

}  // namespace

void removeDisplacedWater(state::World& world, const exec::Exec& exec, const Setup& setup,
                          const water::Solids& solids) {
    state::Table& rows = world.table(water::water_table);
    const state::Table& grains = std::as_const(world).table(grains::grains_table);
    const auto position = std::as_const(rows).read(water::fields::position);
    const auto centre = grains.read(grains::fields::position);
    const auto radius = grains.read(grains::fields::radius);
    if (position.size() == 0 || centre.size() == 0) return;
    PointCells water_cells, grain_cells;
    water_cells.build(exec, position, setup.smoothing.support, setup.smoothing.domain);
    grain_cells.build(exec, centre, setup.smoothing.support, setup.smoothing.domain);
    const double volume = setup.smoothing.volume;
    // A grain displaces its volume times the water's share of the part of its kernel that is not in walls:
    // half at the surface.
    const water::WallIntegral integral(setup.smoothing.kernel, setup.smoothing.support, std::cbrt(volume));
    const double displaced = exec::sum(exec, centre.size(), 0.0, [&](std::size_t g) {
        double water = 0;
        water_cells.forNear(centre[g], [&](std::uint32_t, const Vec3d& offset) {
            water += volume * setup.kernel(length(offset)).value;
        });
        if (!(water > 0)) return 0.0;
        const double free = water::freeShareAt(solids, integral, world, centre[g]);
        return volumeOf(radius[g]) * std::min(1.0, water / std::max(free, 0.1));
    });
    const auto remove_count = static_cast<std::size_t>(std::lround(displaced / volume));
    if (remove_count == 0) return;

    std::vector<Content> contents(position.size());
    exec::for_each(exec, position.size(), [&](std::size_t i) {
        water_cells.forNear(position[i], [&](std::uint32_t, const Vec3d& offset) {
            contents[i].before += volume * setup.kernel(length(offset)).value;
        });
        grain_cells.forNear(position[i], [&](std::uint32_t g, const Vec3d& offset) {
            contents[i].grains += volumeOf(radius[g]) * setup.kernel(length(offset)).value;
        });
        contents[i].water = contents[i].before;
    });
    std::priority_queue<Candidate> queue;
    for (std::uint32_t i = 0; i < contents.size(); ++i)
        if (contents[i].grains > 0) queue.push({contents[i].crowding(), i});
    std::vector<bool> removed(position.size());
    for (std::size_t remaining = remove_count; remaining > 0 && !queue.empty();) {
        const Candidate top = queue.top();
        queue.pop();
        if (const double crowding_now = contents[top.row].crowding(); crowding_now < top.crowding) {
            queue.push({crowding_now, top.row});  // particles around it were removed meanwhile
            continue;
        }
        removed[top.row] = true;
        --remaining;
        water_cells.forNear(position[top.row], [&](std::uint32_t j, const Vec3d& offset) {
            contents[j].water -= volume * setup.kernel(length(offset)).value;
        });
    }
    exec::Array<std::uint32_t> kept;
    kept.resize(position.size());
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < position.size(); ++i)
        if (!removed[i]) kept.view()[count++] = i;
    kept.resize(count);
    state::reorder(exec, std::as_const(kept).view(), rows);
    const auto id = rows.write(water::fields::id);
    for (std::size_t i = 0; i < count; ++i) id[i] = static_cast<std::uint32_t>(i);
    world.table(water::ledger_table).write(water::fields::made)[0] = count;
}

}  // namespace talus::couple::water_grains
