#pragma once
#include <algorithm>
#include <limits>

#include "talus/method/needs.h"

namespace talus::method {

/// Of the machine's memory, the share that a scene may need.
inline constexpr double usable_memory = 0.8;
/// What the program takes by itself [bytes].
inline constexpr double process_bytes = 60e6;

/// Memory for what is read and made as a scene is checked, before its first step. Counted from file to file,
/// so that many of them are refused as one of their size would be.
struct MemoryBudget {
    double bytes = std::numeric_limits<double>::infinity();  ///< in all; infinite: not bounded
    /// Taken so far and kept for the run: memory_bytes of all; what and most tell of the largest.
    Needs taken{};
    double largest = 0;  ///< [bytes]
    double peak = 0;     ///< at any moment so far, with what reading a file takes for itself [bytes]

    double left() const { return bytes - taken.memory_bytes; }
    /// Counts what reading a file took, beside what was taken before it.
    void hasRead(double reading_bytes) { peak = std::max(peak, taken.memory_bytes + reading_bytes); }
};

}  // namespace talus::method
