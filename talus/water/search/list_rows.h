#pragma once
#include <cstdint>
#include <vector>

#include "talus/water/search/cells.h"

namespace talus::water {

/// Where the particles are, for a search: all of them in the order of the cells.
struct Placed {
    const Cells& cells;
    const std::uint32_t* start;  ///< of each cell the first particle, and behind the last cell their number
    const float *x, *y, *z;      ///< from the corner of the cells [m]
    std::uint32_t count = 0;
    Vec3f period;       ///< of the domain [m]; 0: open
    float support = 0;  ///< [m]
};

/// A list that grows, and keeps its memory.
struct RowList {
    std::vector<std::uint32_t> rows;  ///< of which `used` count
    std::size_t used = 0;

    /// Room for so many more.
    std::uint32_t* room(std::size_t more) {
        if (rows.size() < used + more) rows.resize(2 * (used + more));
        return rows.data() + used;
    }
};

/// Appends to `list`, for each of the rows from `begin` to `end`, those nearer than the support but for
/// itself, and then `count` until the number is a multiple of the lanes. `first` and `end_of` get the places
/// in the list.
void listNeighbours(const Placed& placed, const Vec3d* position, std::uint32_t begin, std::uint32_t end,
                    RowList& list, std::uint32_t* first, std::uint32_t* end_of);

}  // namespace talus::water
