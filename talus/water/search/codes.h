#pragma once
#include <cstdint>

namespace talus::water {

/// A neighbour in two bytes: its run of rows, and its index in that run. All particles of one cell have the
/// same runs: the cells around theirs, row by row. A table holds the first row of each run. Run 0 is padding.
struct Code {
    static constexpr int index_bits = 11;
    static constexpr std::uint32_t longest_run = 1u << index_bits, runs = 1u << (16 - index_bits);

    static constexpr std::uint32_t of(std::uint32_t run, std::uint32_t index) {
        return run << index_bits | index;
    }
    /// The row of a neighbour. @param start first rows of the runs of the particle
    static std::uint32_t row(std::uint16_t code, const std::uint32_t* start) {
        return start[code >> index_bits] + (code & (longest_run - 1));
    }
};

}  // namespace talus::water
