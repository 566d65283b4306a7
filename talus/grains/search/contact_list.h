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

// The list of pairs that are near enough to touch before the next search.
//
// Grains stand by size class (size_classes.h), in each class in Morton order, and every so many of them in a
// row form a block: a compact lump of the heap. Few grains are parted into a few smaller blocks, so that
// there is as much work for each thread. One task computes the contacts that the block lists. Grains of other
// blocks that these touch are the block's halo: they are ghosts there. A pair is listed once, by its first
// grain; what a task finds for ghosts it keeps apart, and once all tasks are done each block adds what others
// found for its grains (ghosts.h). So no task ever writes what another one reads, no force has to be stored
// per contact, and the order of every sum is fixed whatever the number of threads.
//
// A large grain may touch thousands of small ones. These come first, so they list it: it is one grain more in
// the halo of each block around it, its contacts are shared among the tasks of these blocks, and no halo is
// larger than what the grains of a block touch of their own size and larger.
//
// Where blocks may sleep (rest.h) a pair across two blocks is listed and computed by both, and nothing is
// exchanged: each of the two may then be left out. Grains of all sizes stand in one Morton order then, so
// that what lies together sleeps together.
//
// Settled grains (fields.h) come last and are of no block, only of halos: others touch them as they touch a
// wall, nothing acts on them, and they cost little more than their memory.
//
// Within a block, pairs that touch as the list is made come first: their springs are then dense in memory,
// and packs of pairs touch as a whole or not at all.
//
// Blocks of 2048, measured: 1024 are slower at 40,000 grains, 4096 no faster
// (bench/results/grains-2026-11.md).
inline constexpr std::size_t largest_block = 2048;
inline constexpr std::size_t largest_part = 256;

/// Grains in a block, but for the last, when there are so many in all. More than 256 are two blocks, more
/// than 512 four or a multiple of that, all but equal: two threads, or four, have the same to do.
TALUS_HD constexpr std::size_t blockSize(std::size_t grains) {
    const auto shared = [](std::size_t all, std::size_t by) { return (all + by - 1) / by; };
    const std::size_t blocks = grains <= 256 ? 1 : grains <= 512 ? 2 : 4 * shared(grains, 4 * largest_block);
    const std::size_t parts = shared(shared(grains, blocks), largest_part);
    constexpr std::size_t multiple = 8;  // grains of a part, to one line of memory
    return parts == 0 ? largest_part : parts * multiple * shared(grains, blocks * parts * multiple);
}

/// A block of that size is a whole number of parts of this: a range of so many grains that begins at a
/// multiple is in one block.
TALUS_HD constexpr std::size_t partSize(std::size_t block) {
    return block / ((block + largest_part - 1) / largest_part);
}

/// The tables that a search writes.
struct ContactTables {
    state::Table &grains, &blocks, &halo, &contacts, &wall_contacts;

    static ContactTables of(state::World& world);
};

/// Where the rows of one block begin and end in the tables.
struct Block {
    std::size_t first_grain, last_grain;  ///< one past the last
    std::size_t first_halo, last_halo;
    std::size_t first_row, last_row;

    std::size_t grains() const { return last_grain - first_grain; }
    std::size_t halo() const { return last_halo - first_halo; }
};

/// The contact list as loops read it.
struct ListViews {
    state::View<const std::uint32_t> grains_end, rows_end, halo_end, ghosts_end, halo_grain, ghost;
    state::View<const std::uint8_t> halo_image;
    state::View<const std::uint16_t> first, second;

    static ListViews of(const state::World& world);
    static ListViews of(const ContactTables& tables);
    /// As a stage sees it whose access has reads().
    static ListViews of(const step::Step& step);
    static std::vector<step::FieldRef> reads();

    std::size_t blocks() const { return rows_end.size(); }
    /// Of grains in halos whose sums count. There are none where pairs across blocks are listed by both.
    std::size_t ghosts() const { return blocks() == 0 ? 0 : ghosts_end[blocks() - 1]; }
    Block block(std::size_t b) const {
        return {b == 0 ? 0 : grains_end[b - 1], grains_end[b], b == 0 ? 0 : halo_end[b - 1], halo_end[b],
                b == 0 ? 0 : rows_end[b - 1],   rows_end[b]};
    }
    /// The grains of a row, by their rows in the table of grains, and which copy of the second it is.
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

/// Which grains sleep, with their blocks (rest.h).
struct Sleepers {
    state::View<const std::uint8_t> asleep;
    state::View<const std::uint32_t> grains_end;

    /// As a stage sees them whose access has reads().
    static Sleepers of(const step::Step& step);
    static std::vector<step::FieldRef> reads();

    /// So many grains in a row, from a multiple of it on, all sleep or none does.
    std::size_t part() const { return partSize(block()); }
    /// Settled grains, and those that came after the last search, have no block and do not sleep.
    bool have(std::size_t grain) const {
        return !grains_end.empty() && grain < grains_end[grains_end.size() - 1] &&
               asleep[grain / block()] != 0;
    }

  private:
    /// Grains in all blocks but the last.
    std::size_t block() const { return grains_end.size() > 1 ? grains_end[0] : largest_block; }
};

/// How pairs are looked for.
struct ContactSearch {
    double skin;  ///< pairs are listed up to this gap [m], > 0
    double cell;  ///< edge of the finest search cells [m], >= diameter of the finest class + range + skin
    Search search = Search::Sorted;
    double range = 0;                ///< largest gap over which a pair acts [m]
    environment::Periodic domain{};  ///< periodic lengths are at least 3 times widest()
    /// Whether both blocks list a pair across the two: where blocks may sleep.
    bool by_both = false;
    SizeClasses sizes{};

    /// Whether grain i lists its pair with grain j. @param inside both are of one block, and j no copy
    TALUS_HD bool lists(std::size_t i, std::size_t j, bool inside) const {
        return i < j || (by_both && !inside);
    }
    /// Of two grains, beyond their radii. One sum for all, so that no two loops differ in what is near [m].
    TALUS_HD double reach() const { return range + skin; }
    /// The largest distance at which a pair is listed for its skin [m].
    TALUS_HD double widest() const { return sizes.count == 1 ? cell : sizes.largest + reach(); }
};

/// Brings grains back into a periodic domain, sorts them by class and along the Morton curve, lists all pairs
/// anew and carries the springs of the old list over. Grains of the rows `leaving` (rising) are taken out.
/// Returns trouble, and changes nothing, when a position is not finite or further out than the search can
/// reach.
/// @param dt of the steps that follow [s]: grains that are faster than most are given more way
/// (allowance.h); with 0 none is
std::optional<step::Trouble> rebuildContactList(const exec::Exec& exec, const ContactSearch& search,
                                                const environment::WallsAt& walls, ContactTables tables,
                                                double dt, std::span<const std::uint32_t> leaving = {});

}  // namespace talus::grains
