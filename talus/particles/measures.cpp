#include "talus/particles/measures.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talus/exec/reduce.h"

namespace talus::particles {

Measures measure(const exec::Exec& exec, const state::World& world, const TableNames& tables) {
    const state::Table& rows = world.table(tables.particles);
    const auto position = rows.read(fields::position);
    const auto velocity = rows.read(fields::velocity);
    const auto mass = rows.read(fields::mass);
    const auto radius = rows.read(fields::radius);
    constexpr double far = std::numeric_limits<double>::infinity();
    const Measures nothing{0, {}, 0, 0, {far, far, far}, {-far, -far, -far}};
    Measures sum = exec::reduce(
        exec, rows.size(), nothing,
        [&](std::size_t i) {
            return Measures{1,
                            totalsOf(mass[i], velocity[i]),
                            length(wide(velocity[i])),
                            double{radius[i]},
                            position[i],
                            position[i]};
        },
        [](const Measures& a, const Measures& b) {
            return Measures{
                a.count + b.count,
                a.holding + b.holding,
                std::max(a.fastest, b.fastest),
                std::max(a.largest_radius, b.largest_radius),
                {std::min(a.low.x, b.low.x), std::min(a.low.y, b.low.y), std::min(a.low.z, b.low.z)},
                {std::max(a.high.x, b.high.x), std::max(a.high.y, b.high.y), std::max(a.high.z, b.high.z)}};
        });
    if (sum.count == 0) sum.low = sum.high = {};
    return sum;
}

Ledger ledgerOf(const state::World& world, const TableNames& tables) {
    const state::Table& row = world.table(tables.ledger);
    using namespace fields;
    return {row.read(emitted)[0],
            row.read(aged)[0],
            row.read(sunk)[0],
            {row.read(emitted_mass)[0], row.read(emitted_momentum)[0], row.read(emitted_energy)[0]},
            {row.read(removed_mass)[0], row.read(removed_momentum)[0], row.read(removed_energy)[0]}};
}

namespace {

Vec3d meanOf(const state::Field<Vec3d>& sum, const state::Table& loads, std::size_t row) {
    const double time = loads.read(fields::load_time)[row];
    return time > 0 ? loads.read(sum)[row] / time : Vec3d{};
}

}  // namespace

Vec3d loadOn(const state::World& world, const TableNames& tables, std::size_t wall) {
    return meanOf(fields::impulse, world.table(tables.loads), wall);
}
Vec3d torqueOn(const state::World& world, const TableNames& tables, std::size_t wall) {
    return meanOf(fields::angular_impulse, world.table(tables.loads), wall);
}
Vec3d loadOnGround(const state::World& world, const TableNames& tables) {
    return meanOf(fields::impulse, world.table(tables.ground_load), 0);
}
Vec3d torqueOnGround(const state::World& world, const TableNames& tables) {
    return meanOf(fields::angular_impulse, world.table(tables.ground_load), 0);
}

void clearLoads(state::World& world, const TableNames& tables) {
    state::Table& loads = world.table(tables.loads);
    for (std::size_t w = 0; w < loads.size(); ++w) {
        loads.write(fields::impulse)[w] = {};
        loads.write(fields::angular_impulse)[w] = {};
        loads.write(fields::load_time)[w] = 0;
    }
    if (state::Table* ground = world.find(tables.ground_load)) {
        ground->write(fields::impulse)[0] = {};
        ground->write(fields::angular_impulse)[0] = {};
        ground->write(fields::load_time)[0] = 0;
    }
}

}  // namespace talus::particles
