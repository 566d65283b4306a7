#include "talus/grains/clumps/list_clumps.h"

#include "talus/exec/buffer.h"
#include "talus/exec/for_each.h"
#include "talus/state/reorder.h"

namespace talus::grains {

ClumpTables ClumpTables::of(state::World& world) {
    return {world.table(grains_table), world.table(clumps_table), world.table(clump_spheres_table)};
}

void listClumps(const exec::Exec& exec, const ClumpShapes& shapes, const environment::Periodic& domain,
                ClumpTables tables) {
    const auto clump = tables.grains.write(fields::clump);
    const auto part = std::as_const(tables.grains).read(fields::part);
    exec::Array<std::uint32_t> order(tables.clumps.size());
    std::vector<std::uint32_t> new_row(tables.clumps.size());
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < clump.size(); ++i)
        if (clump[i] != no_clump && part[i] == 0) {
            order.data()[count] = clump[i];
            new_row[clump[i]] = count++;
        }
    order.resize(count);
    state::reorder(exec, std::as_const(order).view(), tables.clumps);

    const auto shape = std::as_const(tables.clumps).read(fields::shape);
    const auto first = tables.clumps.write(fields::first_sphere);
    std::uint32_t spheres = 0;
    for (std::size_t c = 0; c < count; ++c) {
        first[c] = spheres;
        spheres += static_cast<std::uint32_t>(shapes[shape[c]]->spheres.size());
    }
    tables.spheres.resize(spheres);
    const auto row = tables.spheres.write(fields::sphere_row);
    exec::for_each(exec, clump.size(), [&](std::size_t i) {
        if (clump[i] == no_clump) return;
        clump[i] = new_row[clump[i]];
        row[first[clump[i]] + part[i]] = static_cast<std::uint32_t>(i);
    });
    if (!domain.any()) return;
    for (Vec3d& position : tables.clumps.write(fields::clump_position)) position = wrapped(domain, position);
}

std::uint64_t grainCount(const state::Table& grains, const state::Table* clumps,
                         const state::Table* spheres) {
    return clumps == nullptr ? grains.size() : grains.size() - spheres->size() + clumps->size();
}

std::uint64_t grainCount(const state::World& world) {
    return grainCount(world.table(grains_table), world.find(clumps_table), world.find(clump_spheres_table));
}

}  // namespace talus::grains
