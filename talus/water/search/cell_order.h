#pragma once
#include <cstdint>

#include "talus/exec/buffer.h"
#include "talus/exec/exec.h"
#include "talus/water/search/cells.h"

namespace talus::water {

/// The particles sorted by cells.
struct CellOrder {
    exec::Array<std::uint32_t> cell;    ///< of each particle
    exec::Array<std::uint32_t> order;   ///< rows of the particles, cell by cell, in rising order in each
    exec::Array<std::uint32_t> counts;  ///< particles per cell, size() + 2 values; later the starts
    bool sorted = false;                ///< the particles are in that order already; `order` is not set

    /// For each cell the index of its first particle in the order; after the last cell the number of
    /// particles.
    const std::uint32_t* start() const { return counts.data() + (sorted ? 0 : 1); }
};

/// Sorts the particles by cells. The result does not depend on the number of threads.
void sortIntoCells(const exec::Exec& exec, const Cells& cells, exec::View<const Vec3d> position,
                   CellOrder& into);

}  // namespace talus::water
