#pragma once
#include "talus/exec/view.h"
#include "talus/grains/device/lower_bound.h"
#include "talus/neighbors/cells.h"

namespace talus::grains::device {

/// The cells of each size class, as Neighbourhoods has them: keys of the cells of its grains, class by class.
struct ClassCells {
    exec::View<const std::uint64_t> keys;   ///< rising in each class
    exec::View<const std::uint32_t> rows;   ///< of the grains; empty where one class is the whole table
    exec::View<const std::uint32_t> begin;  ///< of each class, and the end of the last; empty likewise

    /// Calls take(row) for the grains of a class in a box of its cells: along x first, then y, then z.
    template <class Take>
    TALUS_HD void forEachIn(const neighbors::CellBox& box, int size_class, Take take) const {
        const bool all = begin.empty();
        const std::size_t first = all ? 0 : begin[size_class],
                          last = all ? keys.size() : begin[size_class + 1];
        const auto own = keys.sub(first, last - first);
        if (own.empty()) return;
        for (std::int64_t z = box.low.z; z <= box.high.z; ++z)
            for (std::int64_t y = box.low.y; y <= box.high.y; ++y)
                for (std::int64_t x = box.low.x; x <= box.high.x; ++x) {
                    const std::uint64_t key = neighbors::mortonKey({x, y, z}, size_class);
                    for (std::size_t k = lowerBound(own, key); k < own.size() && own[k] == key; ++k)
                        take(all ? k : std::size_t{rows[first + k]});
                }
    }
};

}  // namespace talus::grains::device
