#pragma once
#include <cstdint>

namespace talus::water {

/// A neighbour as two bytes: the run of rows that it lies in, and its place in that run. All particles of one
/// cell have the same runs, which are the cells around theirs, row by row; the first row of each run stands
/// in a table. Run 0 is that of padding.
struct Code {
    static constexpr int place_bits = 11;
    static constexpr std::uint32_t longest_run = 1u << place_bits, runs = 1u << (16 - place_bits);

    static constexpr std::uint32_t of(std::uint32_t run, std::uint32_t place) {
        return run << place_bits | place;
    }
    /// @param start of the runs of its particle
    static std::uint32_t row(std::uint16_t code, const std::uint32_t* start) {
        return start[code >> place_bits] + (code & (longest_run - 1));
    }
};

}  // namespace talus::water
