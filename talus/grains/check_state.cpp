#include "talus/grains/check_state.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "talus/grains/clumps/check_clumps.h"
#include "talus/grains/fields.h"
#include "talus/grains/search/sink.h"

namespace talus::grains {
namespace {

using state::StateCheck;

/// Checks that no emitter has made more grains than were due by now, and that every id is below the number of
/// grains ever made: those in the table plus those removed.
void checkCounts(const Setup& setup, StateCheck& check) {
    const state::World& world = check.world();
    if (setup.walls->points() != nullptr) {
        check.rows(listed_points_table, setup.walls->pointCount());
        check.finite(listed_points_table);
    }
    check.rows(sinks_table, setup.sinks.size());
    check.finite(sinks_table);
    check.rows(emitters_table, setup.spouts.size());
    check.finite(emitters_table);
    check.byCaller(emitters_table, fields::emitted);
    check.anyValue(emitters_table, fields::tried);  // index of the next random draw: every value is valid
    if (setup.settles) {
        check.rows(absorbed_table, 1);
        check.finite(absorbed_table);
    }
    // Ids have 32 bits.
    constexpr std::uint64_t max_ids = std::uint64_t{1} << 32;
    check.atMost(sinks_table, fields::taken, max_ids);
    if (setup.settles) check.atMost(absorbed_table, fields::absorbed, max_ids);
    if (!check.ok()) return;
    const auto emitted = world.table(emitters_table).read(fields::emitted);
    for (std::size_t e = 0; e < setup.spouts.size(); ++e)
        if (emitted[e] > begunBy(setup.spouts[e].emitter, world.time))
            return check.fail(emitters_table, "emitted", e, "more than were due by now");
    // Ids count balls and spheres.
    const state::Table& sinks = world.table(sinks_table);
    std::uint64_t gone =
        sunkSoFar(setup.shapes.empty() ? sinks.read(fields::taken) : sinks.read(fields::taken_spheres));
    if (setup.settles) gone += world.table(absorbed_table).read(fields::absorbed)[0];
    check.below(grains_table, fields::id, world.table(grains_table).size() + gone);
}

void checkGrains(const Setup& setup, double largest_radius, StateCheck& check) {
    check.finite(grains_table);
    check.byCaller(grains_table, fields::material);
    const auto& known = setup.grain_materials;  // ascending
    const auto material = check.world().table(grains_table).read(fields::material);
    for (std::size_t i = 0; check.ok() && i < material.size(); ++i)
        if (!std::binary_search(known.begin(), known.end(), material[i]))
            check.fail(grains_table, "material", i, "no grain source of the scene has this material");
    // The smallest positive double excludes zero.
    constexpr double smallest = std::numeric_limits<double>::min();
    check.within(grains_table, fields::radius, smallest, largest_radius * (1 + 1e-9));
    check.within(grains_table, fields::mass, smallest, std::numeric_limits<double>::max());
    if (!setup.settles) return;
    check.below(grains_table, fields::settled, gone_to_ground + 1);
    // It is compared with a number of rounds; 255 means that many or more.
    check.anyValue(grains_table, fields::rounds_at_rest);
}

/// All blocks have the same size, except the last, which may be smaller (contact_list.h). The block of a
/// grain is computed from that.
void checkBlocks(StateCheck& check) {
    const state::World& world = check.world();
    const auto size = [&](const char* table) { return world.table(table).size(); };
    check.ends(blocks_table, fields::grains_end, size(grains_table));
    check.ends(blocks_table, fields::rows_end, size(contacts_table));
    check.ends(blocks_table, fields::halo_end, size(halo_table));
    check.ends(blocks_table, fields::ghosts_end, size(halo_table));
    if (!check.ok()) return;
    const ListViews list = ListViews::of(world);
    const std::size_t blocks = list.blocks();
    const std::size_t block = blocks == 0 ? 0 : blockSize(list.grains_end[blocks - 1]);
    for (std::size_t b = 0; b < blocks; ++b) {
        const std::size_t end = list.grains_end[b], grains = end - (b == 0 ? 0 : list.grains_end[b - 1]);
        if (b + 1 < blocks ? end != (b + 1) * block : grains < 1 || grains > block)
            check.fail(blocks_table, "grains_end", b,
                       fmt::format("every block but the last must have {} grains", block));
    }
    if (blocks == 0) return;
    if (list.rows_end[blocks - 1] != size(contacts_table))
        check.fail(blocks_table, "rows_end", blocks - 1, "the last block ends before the last contact");
    if (list.halo_end[blocks - 1] != size(halo_table))
        check.fail(blocks_table, "halo_end", blocks - 1, "the last block ends before the end of the halo");
}

/// @pre checkBlocks found no error
void checkBlock(const ListViews& list, std::size_t b, StateCheck& check) {
    const Block block = list.block(b);
    for (std::size_t row = block.first_row; row < block.last_row; ++row) {
        if (list.first[row] >= block.grains())
            return check.fail(contacts_table, "first", row,
                              fmt::format("its block has {} grains", block.grains()));
        if (list.second[row] >= block.grains() + block.halo())
            return check.fail(
                contacts_table, "second", row,
                fmt::format("its block has {} grains with its halo", block.grains() + block.halo()));
        if (list.first[row] == list.second[row])
            return check.fail(contacts_table, "second", row, "a grain cannot be in contact with itself");
    }
    for (std::size_t h = block.first_halo; h < block.last_halo; ++h)
        if (list.halo_image[h] == environment::own_image && list.halo_grain[h] >= block.first_grain &&
            list.halo_grain[h] < block.last_grain)
            return check.fail(halo_table, "grain", h, "the grain is in the block itself");
    // addGhostForces (ghosts.h) may write to the grains of its own block only.
    for (std::size_t k = b == 0 ? 0 : list.ghosts_end[b - 1]; k < list.ghosts_end[b]; ++k) {
        const std::uint32_t grain = list.halo_grain[list.ghost[k]];
        if (grain < block.first_grain || grain >= block.last_grain)
            return check.fail(halo_table, "ghost", k, "the ghost is a copy of another block's grain");
    }
}

void checkWallContacts(const Setup& setup, StateCheck& check) {
    const state::Table& table = check.world().table(wall_contacts_table);
    check.below(wall_contacts_table, fields::wall_grain, check.world().table(grains_table).size());
    check.below(wall_contacts_table, fields::wall_face, setup.walls->faces().size());
    check.below(wall_contacts_table, fields::wall_side, 3);
    check.below(wall_contacts_table, fields::wall_touching, 2);
    check.finite(wall_contacts_table);
    const auto grain = table.read(fields::wall_grain), face = table.read(fields::wall_face);
    for (std::size_t row = 1; check.ok() && row < grain.size(); ++row)
        if (!(grain[row - 1] < grain[row] || (grain[row - 1] == grain[row] && face[row - 1] < face[row])))
            check.fail(wall_contacts_table, "grain", row, "rows must be sorted by grain, then by face");
}

}  // namespace

void checkState(const Setup& setup, double largest_radius, std::uint64_t steps_of_frame, StateCheck& check) {
    constexpr std::uint64_t images = 27;  // 3 x 3 x 3 copies of a periodic domain
    checkGrains(setup, largest_radius, check);
    checkBlocks(check);
    check.rows(search_table, 1);
    check.below(search_table, fields::listed, check.world().table(grains_table).size() + 1);
    check.below(search_table, fields::search_due, 2);
    check.below(search_table, fields::moved_ahead, 1);  // 1 only between joined steps
    // Without grains.rest no block sleeps.
    check.below(blocks_table, fields::asleep, setup.params.rest ? 2 : 1);
    const state::World& world = check.world();
    check.below(halo_table, fields::halo_grain, world.table(grains_table).size());
    check.below(halo_table, fields::halo_image, images);
    check.below(halo_table, fields::ghost, world.table(halo_table).size());
    check.byCaller(contacts_table, fields::first);
    check.byCaller(contacts_table, fields::second);
    check.below(contacts_table, fields::touching, 2);
    check.finite(contacts_table);
    const ListViews list = ListViews::of(world);
    for (std::size_t b = 0; check.ok() && b < list.blocks(); ++b) checkBlock(list, b, check);
    checkWallContacts(setup, check);
    if (!setup.shapes.empty()) checkClumps(setup.shapes, check);
    check.rows(environment::walls_table, setup.walls->bodies().size());
    check.finite(environment::walls_table);
    check.atMost(environment::walls_table, fields::wall_steps, steps_of_frame);
    checkCounts(setup, check);
}

}  // namespace talus::grains
