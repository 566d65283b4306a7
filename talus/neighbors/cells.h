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

/// All cells from one corner to the other, both of them included.
struct CellBox {
    Cell low, high;
    constexpr bool operator==(const CellBox&) const = default;
};

/// The cell of the grid whose cells are 2^level times as large.
TALUS_HD constexpr Cell coarser(const Cell& c, int level) {
    return {c.x >> level, c.y >> level, c.z >> level};
}

/// The cells up to `cells` away from one along each axis.
TALUS_HD constexpr CellBox boxAround(const Cell& c, int cells) {
    return {{c.x - cells, c.y - cells, c.z - cells}, {c.x + cells, c.y + cells, c.z + cells}};
}

/// Cells further out than this cannot be sorted; positions that far out are an error of the simulation.
inline constexpr double farthest_cell = 0x1p40;

/// floor(position / size). @pre every |component| / size < farthest_cell
TALUS_HD inline Cell cellOf(const Vec3d& position, double inverse_size) {
    return {static_cast<std::int64_t>(std::floor(position.x * inverse_size)),
            static_cast<std::int64_t>(std::floor(position.y * inverse_size)),
            static_cast<std::int64_t>(std::floor(position.z * inverse_size))};
}

/// Spreads the low 21 bits so that two free bits follow each.
constexpr std::uint64_t spreadBits(std::uint64_t v) {
    v &= 0x1fffff;
    v = (v | v << 32) & 0x1f00000000ffff;
    v = (v | v << 16) & 0x1f0000ff0000ff;
    v = (v | v << 8) & 0x100f00f00f00f00f;
    v = (v | v << 4) & 0x10c30c30c30c30c3;
    return (v | v << 2) & 0x1249249249249249;
}

/// Position of a cell on Morton's curve, along which cells that are near in space are mostly near in
/// memory. Cells 2^21 apart share a key. @param level of a coarser() cell: the key is that of each cell in
/// it, without its last 3 * level bits
constexpr std::uint64_t mortonKey(const Cell& c, int level = 0) {
    const std::int64_t middle = (1 << 20) >> level;  // small negative and positive cells keep their order
    return spreadBits(static_cast<std::uint64_t>(c.x + middle)) |
           spreadBits(static_cast<std::uint64_t>(c.y + middle)) << 1 |
           spreadBits(static_cast<std::uint64_t>(c.z + middle)) << 2;
}

/// What mortonKey leaves out: which of the 2^21-cell blocks a cell is in.
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
