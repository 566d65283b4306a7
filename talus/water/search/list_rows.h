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

/// Memory that grows, and stays.
template <class T>
struct Growing {
    std::vector<T> values;  ///< of which `used` count
    std::size_t used = 0;

    /// Room for so many more.
    T* room(std::size_t more) {
        if (values.size() < used + more) values.resize(2 * (used + more));
        return values.data() + used;
    }
};

/// Lists of some particles (codes.h).
struct Lists {
    Growing<std::uint16_t> codes;
    Growing<std::uint32_t> starts;  ///< of the runs, cell by cell
    bool crowded = false;           ///< there are more particles around a cell than codes can tell apart
};

/// Where the lists of all particles are in the tables.
struct ListPlaces {
    std::uint32_t *first, *end;  ///< codes
    std::uint32_t* runs;         ///< the starts of its runs
};

/// Appends to `lists`, for each of the rows from `begin` to `end`, those nearer than the support but for
/// itself, and then padding until the number is a multiple of the lanes. `places` are those in `lists`.
void listNeighbours(const Placed& placed, const Vec3d* position, std::uint32_t begin, std::uint32_t end,
                    Lists& lists, const ListPlaces& places);

}  // namespace talus::water
