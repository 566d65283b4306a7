#pragma once
#include <cmath>
#include <cstdint>

#include "talus/math/vec.h"

namespace talus::neighbors {

/// A cubic cell of an unbounded grid.
struct Cell {
    std::int64_t x = 0, y = 0, z = 0;
    constexpr bool operator==(const Cell&) const = default;
};

/// All cells from `low` to `high`, both included.
struct CellBox {
    Cell low, high;
    constexpr bool operator==(const CellBox&) const = default;
};

/// The cell that contains c in the grid with cells of 2^level times the size.
TALUS_HD constexpr Cell coarser(const Cell& c, int level) {
    return {c.x >> level, c.y >> level, c.z >> level};
}

/// The cells up to `cells` away from c along each axis.
TALUS_HD constexpr CellBox boxAround(const Cell& c, int cells) {
    return {{c.x - cells, c.y - cells, c.z - cells}, {c.x + cells, c.y + cells, c.z + cells}};
}

/// Maximum coordinate of a cell. Cells further out cannot be sorted; positions that far out are an error of
/// the simulation.
inline constexpr double farthest_cell = 0x1p40;

/// floor(position / size). @pre every |component| / size < farthest_cell
TALUS_HD inline Cell cellOf(const Vec3d& position, double inverse_size) {
    return {static_cast<std::int64_t>(std::floor(position.x * inverse_size)),
            static_cast<std::int64_t>(std::floor(position.y * inverse_size)),
            static_cast<std::int64_t>(std::floor(position.z * inverse_size))};
}

/// Spreads the lowest 21 bits so that two zero bits follow each.
constexpr std::uint64_t spreadBits(std::uint64_t v) {
    v &= 0x1fffff;
    v = (v | v << 32) & 0x1f00000000ffff;
    v = (v | v << 16) & 0x1f0000ff0000ff;
    v = (v | v << 8) & 0x100f00f00f00f00f;
    v = (v | v << 4) & 0x10c30c30c30c30c3;
    return (v | v << 2) & 0x1249249249249249;
}

/// Index of a cell on the Morton curve, along which cells that are close in space are mostly close in memory.
/// Cells 2^21 apart share a key. @param level level of a coarser() cell: its key is that of any cell in it
/// without the last 3 * level bits
constexpr std::uint64_t mortonKey(const Cell& c, int level = 0) {
    const std::int64_t middle =
        (1 << 20) >> level;  // offset, so that negative and positive cells near zero keep their order
    return spreadBits(static_cast<std::uint64_t>(c.x + middle)) |
           spreadBits(static_cast<std::uint64_t>(c.y + middle)) << 1 |
           spreadBits(static_cast<std::uint64_t>(c.z + middle)) << 2;
}

/// Key of the block of 2^21 cells per axis in which a cell is. mortonKey does not contain it.
constexpr std::uint64_t mortonBlock(const Cell& c) {
    constexpr std::int64_t middle = 1 << 20;
    return mortonKey({((c.x + middle) >> 21), ((c.y + middle) >> 21), ((c.z + middle) >> 21)});
}

/// Teschner, Heidelberger, Mueller, Pomeranets, Gross (2003), "Optimized spatial hashing": the hash before
/// it is taken modulo the table's size.
constexpr std::uint64_t teschnerHash(const Cell& c) {
    return (static_cast<std::uint64_t>(c.x) * 73856093u) ^ (static_cast<std::uint64_t>(c.y) * 19349663u) ^
           (static_cast<std::uint64_t>(c.z) * 83492791u);
}

}  // namespace talus::neighbors
