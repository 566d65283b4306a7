#pragma once
#include <gtest/gtest.h>

#include "talus/grains/search/contact_list.h"

namespace talus::testing_support {

/// The rows of halos whose sums each grain adds, in the order in which it does; that its own block adds them
/// is expected.
inline std::vector<std::vector<std::uint32_t>> ghostsByGrain(const state::World& world) {
    const grains::ListViews list = grains::ListViews::of(world);
    std::vector<std::vector<std::uint32_t>> ghosts(world.table(grains::grains_table).size());
    std::size_t k = 0;
    for (std::size_t b = 0; b < list.blocks(); ++b)
        for (; k < list.ghosts_end[b]; ++k) {
            const std::uint32_t grain = list.halo_grain[list.ghost[k]];
            EXPECT_GE(grain, list.block(b).first_grain);
            EXPECT_LT(grain, list.block(b).last_grain);
            ghosts[grain].push_back(list.ghost[k]);
        }
    EXPECT_EQ(list.ghosts(), k);
    return ghosts;
}

}  // namespace talus::testing_support
