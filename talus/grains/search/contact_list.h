#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "talus/environment/periodic.h"
#include "talus/environment/walls.h"
#include "talus/exec/exec.h"
#include "talus/grains/fields.h"
#include "talus/grains/params.h"
#include "talus/grains/search/size_classes.h"
#include "talus/state/world.h"
#include "talus/step/stage.h"

namespace talus::grains {

// The neighbour list: the pairs of grains that may touch before the next search.
//
// Grains are sorted by size class (size_classes.h), and within a class in Morton order. A fixed number of
// consecutive grains forms a block, which is compact in space. Few grains are divided into a few smaller
// blocks, so that each thread has the same work. One task computes the contacts that a block lists. Grains of
// other blocks in these contacts are the block's halo; there they are called ghosts. A pair is listed once,
// by its first grain. A task stores the forces on ghosts separately; after all tasks, each block adds the
// forces that other blocks computed for its grains (ghosts.h). So no task writes what another one reads, no
// force is stored per contact, and the order of every sum does not depend on the number of threads.
//
// A large grain may touch thousands of small ones. Small grains come first, so they list the pairs: the large
// grain is one more grain in the halo of each block around it, and its contacts are distributed over the
// tasks of these blocks. So a halo contains only grains of the same size class as the block's grains, or of
// larger ones.
//
// Where blocks may sleep (rest.h), a pair across two blocks is listed and computed by both, and no
// forces are exchanged: each of the two blocks can then be skipped. Grains of all sizes are then in one
// Morton order, so that grains that are close together sleep together.
//
// Settled grains (fields.h) come last. They are in no block, only in halos: other grains collide with them as
// with a wall, no force acts on them, and they cost little more than their memory.
//
// Within a block, pairs that touch when the list is made come first. Their springs are then contiguous in
// memory, and in most packs either all pairs touch or none does.
//
// Block size, measured at 40,000 grains: 1024 is slower than 2048, 4096 is no faster
// (bench/results/grains-2026-11.md).
inline constexpr std::size_t largest_block = 2048;
inline constexpr std::size_t largest_part = 256;

/// Number of grains in each block but the last, for a total of `grains`. Up to 256 grains are one block, up
/// to 512 two blocks, more are four blocks or a multiple of four, almost equal in size, so that two or four
/// threads have the same work.
TALUS_HD constexpr std::size_t blockSize(std::size_t grains) {
    const auto shared = [](std::size_t all, std::size_t by) { return (all + by - 1) / by; };
    const std::size_t blocks = grains <= 256 ? 1 : grains <= 512 ? 2 : 4 * shared(grains, 4 * largest_block);
    const std::size_t parts = shared(shared(grains, blocks), largest_part);
    constexpr std::size_t multiple = 8;  // grains in a part: whole cache lines
    return parts == 0 ? largest_part : parts * multiple * shared(grains, blocks * parts * multiple);
}

/// Grains in a part of a block. A block is a whole number of parts, so a part that begins at a multiple of
/// this number is within one block.
TALUS_HD constexpr std::size_t partSize(std::size_t block) {
    return block / ((block + largest_part - 1) / largest_part);
}

/// The tables that a neighbour search writes.
struct ContactTables {
    state::Table &grains, &blocks, &halo, &contacts, &wall_contacts;

    static ContactTables of(state::World& world);
};

/// Where the rows of one block begin and end in the tables.
struct Block {
    std::size_t first_grain, last_grain;  ///< every last_* is one past the last
    std::size_t first_halo, last_halo;
    std::size_t first_row, last_row;

    std::size_t grains() const { return last_grain - first_grain; }
    std::size_t halo() const { return last_halo - first_halo; }
};

/// Views of the contact list.
struct ListViews {
    state::View<const std::uint32_t> grains_end, rows_end, halo_end, ghosts_end, halo_grain, ghost;
    state::View<const std::uint8_t> halo_image;
    state::View<const std::uint16_t> first, second;

    static ListViews of(const state::World& world);
    static ListViews of(const ContactTables& tables);
    /// For a stage whose access includes reads().
    static ListViews of(const step::Step& step);
    static std::vector<step::FieldRef> reads();

    std::size_t blocks() const { return rows_end.size(); }
    /// Number of ghosts whose forces are exchanged: 0 where both blocks list the pairs across them.
    std::size_t ghosts() const { return blocks() == 0 ? 0 : ghosts_end[blocks() - 1]; }
    Block block(std::size_t b) const {
        return {b == 0 ? 0 : grains_end[b - 1], grains_end[b], b == 0 ? 0 : halo_end[b - 1], halo_end[b],
                b == 0 ? 0 : rows_end[b - 1],   rows_end[b]};
    }
    /// Rows of the two grains in the table of grains, and the periodic copy of the second.
    struct Pair {
        std::size_t i, j;
        std::uint8_t image;
    };
    Pair pair(const Block& block, std::size_t row) const {
        const std::size_t i = block.first_grain + first[row], local = second[row];
        if (local < block.grains()) return {i, block.first_grain + local, environment::own_image};
        const std::size_t h = block.first_halo + local - block.grains();
        return {i, halo_grain[h], halo_image[h]};
    }
};

/// Which grains sleep. They sleep by blocks (rest.h).
struct Sleepers {
    state::View<const std::uint8_t> asleep;
    state::View<const std::uint32_t> grains_end;

    /// For a stage whose access includes reads().
    static Sleepers of(const step::Step& step);
    static std::vector<step::FieldRef> reads();

    /// Either all of this many consecutive grains sleep or none does, if the first is a multiple of the
    /// number.
    std::size_t part() const { return partSize(block()); }
    /// Whether a grain sleeps. Settled grains, and those that appeared after the last search, have no block
    /// and do not sleep.
    bool have(std::size_t grain) const {
        return !grains_end.empty() && grain < grains_end[grains_end.size() - 1] &&
               asleep[grain / block()] != 0;
    }

  private:
    /// Grains in all blocks but the last.
    std::size_t block() const { return grains_end.size() > 1 ? grains_end[0] : largest_block; }
};

/// Settings of the neighbour search.
struct ContactSearch {
    double skin;  ///< pairs are listed up to this gap [m], > 0
    double cell;  ///< edge of the finest search cells [m], >= largest diameter of the finest class + range +
                  ///< skin
    Search search = Search::Sorted;
    double range = 0;                ///< largest gap over which a pair acts [m]
    environment::Periodic domain{};  ///< periodic lengths are at least 3 times widest()
    /// Whether both blocks list a pair across them; set where blocks may sleep.
    bool by_both = false;
    SizeClasses sizes{};

    /// Whether grain i lists its pair with grain j. @param inside both are in the same block, and j is no
    /// periodic copy
    TALUS_HD bool lists(std::size_t i, std::size_t j, bool inside) const {
        return i < j || (by_both && !inside);
    }
    /// Largest gap between two grains that are listed for the skin [m]. All loops use this sum, so that they
    /// agree.
    TALUS_HD double reach() const { return range + skin; }
    /// Largest distance of centres at which a pair is listed for the skin [m].
    TALUS_HD double widest() const { return sizes.count == 1 ? cell : sizes.largest + reach(); }
};

/// Wraps grains into the periodic domain, sorts them by class and Morton order, makes a new list of pairs and
/// copies the springs of the old one. Removes the grains of the rows `leaving` (ascending). Returns trouble,
/// and changes nothing, when a position is not finite or too far out for the search.
/// @param dt of the steps that follow [s]; fast grains get longer allowances (allowance.h), with dt = 0 none
/// does
std::optional<step::Trouble> rebuildContactList(const exec::Exec& exec, const ContactSearch& search,
                                                const environment::WallsAt& walls, ContactTables tables,
                                                double dt, std::span<const std::uint32_t> leaving = {});

}  // namespace talus::grains
