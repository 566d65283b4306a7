#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

#include "talus/exec/exec.h"
#include "talus/grains/params.h"
#include "talus/grains/wall_faces.h"
#include "talus/state/table.h"
#include "talus/step/report.h"

namespace talus::grains {

// The list of pairs that are near enough to touch before the next search.
//
// Grains stand in Morton order, and every `block_size` of them in a row form a block: a compact lump of
// the heap. One task computes all forces on the grains of a block. A pair inside a block is listed and
// computed once. A pair across two blocks is listed and computed twice, once for each side, with the same
// bits: so no task ever writes what another one reads, no force has to be stored per contact, and the
// order of every sum is fixed whatever the number of threads.
inline constexpr std::size_t block_size = 512;

/// How pairs are looked for.
struct ContactSearch {
    double skin;  ///< pairs are listed up to this gap [m], > 0
    double cell;  ///< edge of a search cell [m], >= largest diameter + skin
    Search search;
};

/// Sorts the grains along the Morton curve, lists all pairs anew and carries the springs of the old list
/// over. Returns trouble, and changes nothing, when a position is not finite or further out than the
/// search can reach.
std::optional<step::Trouble> rebuildContactList(const exec::Exec& exec, const ContactSearch& search,
                                                exec::View<const WallFace> faces, state::Table& grains,
                                                state::Table& contacts, state::Table& wall_contacts);

}  // namespace talus::grains
