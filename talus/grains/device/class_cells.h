#pragma once
#include "talus/exec/lower_bound.h"
#include "talus/exec/view.h"
#include "talus/neighbors/cells.h"

namespace talus::grains::device {

/// The search cells of each size class, on a device (ClassGrids is the same on the processor).
struct ClassCells {
    exec::View<const std::uint64_t> keys;  ///< key of each grain's cell; ascending within each class
    exec::View<const std::uint32_t>
        begin;  ///< first row of each class; the last entry is the end of the last class

    /// Calls take(row) for the grains of a class in a box of its cells, in the order x, then y, then z.
    template <class Take>
    TALUS_HD void forEachIn(const neighbors::CellBox& box, int size_class, Take take) const {
        const auto c = static_cast<std::size_t>(size_class);
        const std::size_t first = begin[c], end = begin[c + 1];
        if (first == end) return;
        const auto own = keys.sub(first, end - first);
        for (std::int64_t z = box.low.z; z <= box.high.z; ++z)
            for (std::int64_t y = box.low.y; y <= box.high.y; ++y)
                for (std::int64_t x = box.low.x; x <= box.high.x; ++x) {
                    const std::uint64_t key = neighbors::mortonKey({x, y, z}, size_class);
                    for (std::size_t k = exec::lowerBound(own, key); k < own.size() && own[k] == key; ++k)
                        take(first + k);
                }
    }
};

}  // namespace talus::grains::device
