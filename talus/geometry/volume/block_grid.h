#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "talus/exec/view.h"
#include "talus/geometry/shapes.h"

/// Ground as a solid volume: cubic cells, each filled by some fraction, in blocks of 8^3 cells. Blocks that
/// are entirely empty or full store no cells.
namespace talus::geometry {

/// The grid of the cells. Space outside of it is empty.
struct BlockGrid {
    static constexpr std::int64_t side = 8;  ///< cells along a side of a block
    static constexpr std::size_t cells_of_block = 512;

    Vec3d corner;                           ///< the lowest corner of the grid [m]
    double cell = 1;                        ///< side of a cell [m], > 0
    std::array<std::uint32_t, 3> blocks{};  ///< along x, y and z, each >= 1

    bool operator==(const BlockGrid&) const = default;

    std::size_t size() const { return std::size_t{blocks[0]} * blocks[1] * blocks[2]; }
    std::int64_t cellsAlong(std::size_t axis) const { return side * blocks[axis]; }
    Box bounds() const {
        return {corner,
                corner + Vec3d{double(cellsAlong(0)), double(cellsAlong(1)), double(cellsAlong(2))} * cell};
    }
    double volumeOfCell() const { return cell * cell * cell; }
};

/// A cell by its indices along x, y and z; it may be outside of the grid.
struct CellAt {
    std::int64_t i = 0, j = 0, k = 0;
    bool operator==(const CellAt&) const = default;
};

inline bool has(const BlockGrid& grid, const CellAt& c) {
    return c.i >= 0 && c.j >= 0 && c.k >= 0 && c.i < grid.cellsAlong(0) && c.j < grid.cellsAlong(1) &&
           c.k < grid.cellsAlong(2);
}
/// Index of the block of a cell. @pre the cell is in the grid
inline std::size_t blockOf(const BlockGrid& grid, const CellAt& c) {
    return static_cast<std::size_t>(((c.k >> 3) * grid.blocks[1] + (c.j >> 3)) * grid.blocks[0] + (c.i >> 3));
}
/// The first cell of a block.
inline CellAt firstCell(const BlockGrid& grid, std::size_t block) {
    const auto b = static_cast<std::int64_t>(block);
    const std::int64_t x = grid.blocks[0], y = grid.blocks[1];
    return {b % x * BlockGrid::side, b / x % y * BlockGrid::side, b / (x * y) * BlockGrid::side};
}
/// Index of a cell within its block: x fastest.
inline std::size_t inBlock(const CellAt& c) {
    return static_cast<std::size_t>((c.k & 7) * 64 + (c.j & 7) * 8 + (c.i & 7));
}
/// The lowest corner of a cell, which is also the position of node (i, j, k).
inline Vec3d cornerOf(const BlockGrid& grid, const CellAt& c) {
    return grid.corner + Vec3d{double(c.i), double(c.j), double(c.k)} * grid.cell;
}
inline Vec3d middleOf(const BlockGrid& grid, const CellAt& c) {
    return cornerOf(grid, c) + Vec3d{0.5, 0.5, 0.5} * grid.cell;
}
/// The cell of a position. @pre it is at most 2^52 cells away from the grid
inline CellAt cellAt(const BlockGrid& grid, const Vec3d& p) {
    const Vec3d at = (p - grid.corner) / grid.cell;
    return {static_cast<std::int64_t>(std::floor(at.x)), static_cast<std::int64_t>(std::floor(at.y)),
            static_cast<std::int64_t>(std::floor(at.z))};
}

/// The contents of the blocks. The slot of a block is 0 where it is empty, 1 where it is full, and n >= 2
/// where its cells are the 512 rows from 512 (n - 2) on.
struct VolumeCells {
    static constexpr std::uint32_t empty = 0, full = 1, first = 2;

    BlockGrid grid;
    exec::View<const std::uint32_t> slot;  ///< of each block
    exec::View<const double> firm;         ///< fraction of a cell that is the ground of the start
    exec::View<const double> loose;        ///< fraction of a cell that is deposited sediment

    static std::size_t rowOf(std::uint32_t slot, const CellAt& c) {
        return std::size_t{slot - first} * BlockGrid::cells_of_block + inBlock(c);
    }
    double firmAt(const CellAt& c) const {
        if (!has(grid, c)) return 0;
        const std::uint32_t s = slot[blockOf(grid, c)];
        return s < first ? s : firm[rowOf(s, c)];
    }
    double looseAt(const CellAt& c) const {
        if (!has(grid, c)) return 0;
        const std::uint32_t s = slot[blockOf(grid, c)];
        return s < first ? 0 : loose[rowOf(s, c)];
    }
    /// The fraction of a cell that is firm or loose: 0 to 1, except for round-off.
    double filled(const CellAt& c) const {
        if (!has(grid, c)) return 0;
        const std::uint32_t s = slot[blockOf(grid, c)];
        if (s < first) return s;
        const std::size_t row = rowOf(s, c);
        return firm[row] + loose[row];
    }
};

}  // namespace talus::geometry
