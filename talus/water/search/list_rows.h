#pragma once
#include <cstdint>
#include <vector>

#include "talus/water/search/cells.h"

namespace talus::water {

/// The positions of all particles for a search, sorted by cells.
struct SearchPositions {
    const Cells& cells;
    const std::uint32_t* start;  ///< first particle of each cell; after the last cell their number
    const float *x, *y, *z;      ///< relative to the low corner of the cells [m]
    std::uint32_t count = 0;
    Vec3f period;       ///< of the domain [m]; 0: open
    float support = 0;  ///< [m]
};

/// An array that grows and is not freed.
template <class T>
struct Growing {
    std::vector<T> values;  ///< the first `used` are valid
    std::size_t used = 0;

    /// Provides memory for `more` values. @return the first of them
    T* extend(std::size_t more) {
        if (values.size() < used + more) values.resize(2 * (used + more));
        return values.data() + used;
    }
};

/// Lists of some particles (codes.h).
struct Lists {
    Growing<std::uint16_t> codes;
    Growing<std::uint32_t> starts;  ///< first rows of the runs, cell by cell
    bool crowded = false;           ///< there are more particles around a cell than codes can distinguish
};

/// Where the list of each particle is in the tables.
struct ListOffsets {
    std::uint32_t *first, *end;  ///< of its codes
    std::uint32_t* runs;         ///< of the starts of its runs
};

/// Appends the neighbours within the support of each row from `begin` to `end` to `lists`, and padding up to
/// a multiple of the number of lanes. @param offsets result, relative to `lists`
void listNeighbours(const SearchPositions& all, const Vec3d* position, std::uint32_t begin, std::uint32_t end,
                    Lists& lists, const ListOffsets& offsets);

}  // namespace talus::water
