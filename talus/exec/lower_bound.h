#pragma once
#include "talus/exec/view.h"

namespace talus::exec {

/// The first k in [0, size) with values[k] >= wanted, or the size. @pre the values are sorted in ascending
/// order
template <class T>
TALUS_HD std::size_t lowerBound(const View<const T>& values, const T& wanted) {
    std::size_t low = 0, high = values.size();
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (values[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

}  // namespace talus::exec
