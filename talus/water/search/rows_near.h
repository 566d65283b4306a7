#pragma once
#include <algorithm>

#include "talus/water/search/cells.h"

/// The ranges of rows of the particles that may be near one (cells.h).
namespace talus::water {

/// Ranges of cells along one axis: two of them where they wrap around the end of a periodic domain.
struct Around {
    std::int32_t range[2][2]{};  ///< first and last cell of each
    int count = 0;
};
TALUS_HD inline Around around(std::int32_t cell, std::int32_t reach, std::int32_t cells, bool wraps) {
    Around ranges;
    const auto add = [&](std::int32_t low, std::int32_t high) {
        ranges.range[ranges.count][0] = low;
        ranges.range[ranges.count++][1] = high;
    };
    const std::int32_t low = cell - reach, high = cell + reach;
    if (!wraps) {
        add(std::max(low, 0), std::min(high, cells - 1));
    } else if (high - low + 1 >= cells) {
        add(0, cells - 1);
    } else if (low < 0) {
        add(0, high);
        add(cells + low, cells - 1);
    } else if (high >= cells) {
        add(0, high - cells);
        add(low, cells - 1);
    } else {
        add(low, high);
    }
    return ranges;
}

/// Calls take(low, high) for each row of cells around a cell: the particles are those from `low` to before
/// `high`.
/// @param start first particle of each cell; after the last cell their number
template <class Take>
TALUS_HD void forRowsNear(const Cells& cells, const std::uint32_t* start,
                          const std::array<std::int32_t, 3>& cell, Take take) {
    // Device code cannot take the address of the constant.
    const std::array<std::int32_t, 3> reach = Cells::reach;
    Around near[3];
    for (std::size_t a = 0; a < 3; ++a) near[a] = around(cell[a], reach[a], cells.count[a], cells.wraps[a]);
    for (int kz = 0; kz < near[2].count; ++kz)
        for (std::int32_t z = near[2].range[kz][0]; z <= near[2].range[kz][1]; ++z)
            for (int ky = 0; ky < near[1].count; ++ky)
                for (std::int32_t y = near[1].range[ky][0]; y <= near[1].range[ky][1]; ++y)
                    for (int kx = 0; kx < near[0].count; ++kx) {
                        const std::uint32_t* row = start + cells.index({0, y, z});
                        take(row[near[0].range[kx][0]], row[near[0].range[kx][1] + 1]);
                    }
}

}  // namespace talus::water
