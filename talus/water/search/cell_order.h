#pragma once
#include <cstdint>

#include "talus/exec/buffer.h"
#include "talus/exec/exec.h"
#include "talus/water/search/cells.h"

namespace talus::water {

/// Particles counted into cells.
struct CellOrder {
    exec::Array<std::uint32_t> cell;    ///< of each particle
    exec::Array<std::uint32_t> order;   ///< rows of the particles, cell by cell, and in each by their number
    exec::Array<std::uint32_t> counts;  ///< of size() + 2 cells, while they are counted
    bool sorted = false;                ///< the particles lie in that order already, and `order` is not made

    /// Of each cell the first place in the order, and behind the last cell the number of particles.
    const std::uint32_t* start() const { return counts.data() + (sorted ? 0 : 1); }
};

/// Counts the particles into the cells: the same order for any number of threads.
void countInto(const exec::Exec& exec, const Cells& cells, exec::View<const Vec3d> position, CellOrder& into);

}  // namespace talus::water
