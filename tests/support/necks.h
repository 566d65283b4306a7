#pragma once
#include "talus/grains/fields.h"
#include "talus/grains/search/contact_list.h"
#include "talus/scene/simulation.h"

namespace talus::test {

/// Pairs of grains that act on each other across a gap.
inline std::size_t necksOf(const scene::Simulation& simulation) {
    const state::World& world = simulation.world();
    const state::Table& grains = world.table(grains::grains_table);
    const auto position = grains.read(grains::fields::position);
    const auto a = grains.read(grains::fields::radius);
    const auto touching = world.table(grains::contacts_table).read(grains::fields::touching);
    const auto list = grains::ListViews::of(world);
    std::size_t necks = 0;
    for (std::size_t b = 0; b < list.blocks(); ++b) {
        const grains::Block block = list.block(b);
        for (std::size_t row = block.first_row; row < block.last_row; ++row) {
            const auto [i, j, image] = list.pair(block, row);
            necks += touching[row] != 0 && length(position[i] - position[j]) > a[i] + a[j];
        }
    }
    return necks;
}

}  // namespace talus::test
