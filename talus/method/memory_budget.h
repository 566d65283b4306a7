#pragma once
#include <algorithm>
#include <limits>

#include "talus/method/needs.h"

namespace talus::method {

/// The share of the machine's memory that a scene may need.
inline constexpr double usable_memory = 0.8;
/// Memory of the program itself [bytes].
inline constexpr double process_bytes = 60e6;

/// The memory for data that is read and made while a scene is checked, before its first step. It is summed
/// over the files, so that many small files are refused like one large file.
struct MemoryBudget {
    double bytes = std::numeric_limits<double>::infinity();  ///< the limit; infinite: none
    /// Taken so far and kept for the run: `memory_bytes` is the sum; `what` and `most` describe the largest
    /// part.
    Needs taken{};
    double largest = 0;  ///< of the parts [bytes]
    double peak = 0;  ///< the largest sum so far, with memory that is used only while a file is read [bytes]

    double left() const { return bytes - taken.memory_bytes; }
    /// Adds to the peak the memory that was used while a file was read, beside what was taken before it.
    void hasRead(double reading_bytes) { peak = std::max(peak, taken.memory_bytes + reading_bytes); }
};

}  // namespace talus::method
