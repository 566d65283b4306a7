#include "talus/couple/water_grains/remove_displaced_water.h"

#include <algorithm>
#include <cmath>
#include <queue>

#include "talus/couple/water_grains/near.h"
#include "talus/exec/reduce.h"
#include "talus/grains/fields.h"
#include "talus/state/reorder.h"
#include "talus/water/boundary/wall_integral.h"
#include "talus/water/boundary/wall_pressure.h"
#include "talus/water/fields.h"

namespace talus::couple::water_grains {
namespace {

/// What a particle's kernel holds.
struct Holds {
    double before = 0;  ///< share that was water in the block
    double water = 0;   ///< share that still is
    double grains = 0;
    /// Over what it was in the block: at walls and at the surface a kernel is not full.
    double crowd() const { return (water + grains) / before; }
};

struct Place {
    double crowd = 0;
    std::uint32_t row = 0;
    /// Of equal ones the first goes first.
    bool operator<(const Place& other) const {
        return crowd != other.crowd ? crowd < other.crowd : row > other.row;
    }
};

}  // namespace

void makeRoom(state::World& world, const exec::Exec& exec, const Setup& setup, const water::Solids& solids) {
    state::Table& rows = world.table(water::water_table);
    const state::Table& grains = std::as_const(world).table(grains::grains_table);
    const auto place = std::as_const(rows).read(water::fields::position);
    const auto centre = grains.read(grains::fields::position);
    const auto radius = grains.read(grains::fields::radius);
    if (place.size() == 0 || centre.size() == 0) return;
    PointCells waters, balls;
    waters.build(exec, place, setup.smoothing.support, setup.smoothing.domain);
    balls.build(exec, centre, setup.smoothing.support, setup.smoothing.domain);
    const double volume = setup.smoothing.volume;
    // A grain displaces by the share that is water of what its kernel has free of walls: at the surface half.
    const water::WallIntegral integral(setup.smoothing.kernel, setup.smoothing.support, std::cbrt(volume));
    const double displaced = exec::sum(exec, centre.size(), 0.0, [&](std::size_t g) {
        double water = 0;
        waters.near(centre[g], [&](std::uint32_t, const Vec3d& way) {
            water += volume * setup.kernel(length(way)).value;
        });
        if (!(water > 0)) return 0.0;
        const double free = water::freeShareAt(solids, integral, world, centre[g]);
        return volumeOf(radius[g]) * std::min(1.0, water / std::max(free, 0.1));
    });
    const auto to_go = static_cast<std::size_t>(std::lround(displaced / volume));
    if (to_go == 0) return;

    std::vector<Holds> holds(place.size());
    exec::for_each(exec, place.size(), [&](std::size_t i) {
        waters.near(place[i], [&](std::uint32_t, const Vec3d& way) {
            holds[i].before += volume * setup.kernel(length(way)).value;
        });
        balls.near(place[i], [&](std::uint32_t g, const Vec3d& way) {
            holds[i].grains += volumeOf(radius[g]) * setup.kernel(length(way)).value;
        });
        holds[i].water = holds[i].before;
    });
    std::priority_queue<Place> crowded;
    for (std::uint32_t i = 0; i < holds.size(); ++i)
        if (holds[i].grains > 0) crowded.push({holds[i].crowd(), i});
    std::vector<bool> gone(place.size());
    for (std::size_t left = to_go; left > 0 && !crowded.empty();) {
        const Place most = crowded.top();
        crowded.pop();
        if (const double now = holds[most.row].crowd(); now < most.crowd) {
            crowded.push({now, most.row});  // others around it went meanwhile
            continue;
        }
        gone[most.row] = true;
        --left;
        waters.near(place[most.row], [&](std::uint32_t j, const Vec3d& way) {
            holds[j].water -= volume * setup.kernel(length(way)).value;
        });
    }
    exec::Array<std::uint32_t> stay;
    stay.resize(place.size());
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < place.size(); ++i)
        if (!gone[i]) stay.view()[count++] = i;
    stay.resize(count);
    state::reorder(exec, std::as_const(stay).view(), rows);
    const auto id = rows.write(water::fields::id);
    for (std::size_t i = 0; i < count; ++i) id[i] = static_cast<std::uint32_t>(i);
    world.table(water::ledger_table).write(water::fields::made)[0] = count;
}

}  // namespace talus::couple::water_grains
