#pragma once
#include "talus/exec/view.h"
#include "talus/grains/clumps/fields.h"

namespace talus::grains {

/// Calls take(first, last) for each run of consecutive rows in [begin, end) that are balls, in order.
/// @param clump fields::clump; empty in scenes without clumps: then the whole range is one run
template <class Take>
void forBallRuns(exec::View<const std::uint32_t> clump, std::size_t begin, std::size_t end, Take take) {
    if (clump.empty()) return take(begin, end);
    for (std::size_t first = begin; first < end;) {
        while (first < end && clump[first] != no_clump) ++first;
        std::size_t last = first;
        while (last < end && clump[last] == no_clump) ++last;
        if (first < last) take(first, last);
        first = last;
    }
}

}  // namespace talus::grains
