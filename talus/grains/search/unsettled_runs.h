#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "talus/exec/view.h"

namespace talus::grains {

/// Calls take(first, last) for each run of consecutive grains in [begin, end) that are not settled, in order.
/// @param settled fields::settled; empty where grains never settle: then the whole range is one run
template <class Take>
void forUnsettledRuns(exec::View<const std::uint8_t> settled, std::size_t begin, std::size_t end, Take take) {
    if (settled.empty()) return take(begin, end);
    const std::uint8_t* const of = settled.data();
    for (std::size_t first = begin; first < end;) {
        // Settled grains come last, in long runs: memchr skips them fast.
        const void* const found = std::memchr(of + first, 0, end - first);
        if (found == nullptr) return;
        first = static_cast<std::size_t>(static_cast<const std::uint8_t*>(found) - of);
        std::size_t last = first;
        while (last < end && of[last] == 0) ++last;
        take(first, last);
        first = last;
    }
}

}  // namespace talus::grains
