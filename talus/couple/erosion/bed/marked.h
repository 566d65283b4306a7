#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "talus/exec/buffer.h"
#include "talus/exec/for_each.h"
#include "talus/geometry/heightfield.h"

namespace talus::couple::erosion {

/// A sparse set of entries (i, j) of a grid, listed tile by tile, and row by row within each tile. The cost
/// of listing them is proportional to the number of marked tiles, plus one byte for each tile of the grid.
class MarkedEntries {
  public:
    static constexpr std::uint32_t tile = 16;  ///< entries along the side of a tile
    static constexpr std::uint32_t none = 0xffffffffu;

    /// Number of tiles along an axis with this number of entries.
    static std::uint32_t tilesAlong(std::uint32_t entries) { return (entries + tile - 1) / tile; }

    /// Removes all marks. The first call for a grid allocates memory for all of it.
    void clear(std::uint32_t columns, std::uint32_t rows);
    /// Safe to call from any thread.
    void mark(std::uint32_t i, std::uint32_t j) {
        const std::atomic_ref<std::uint32_t> entry(row_[index(i, j)]);
        if (entry.load(std::memory_order_relaxed) == 0) entry.store(1, std::memory_order_relaxed);
        const std::atomic_ref<std::uint8_t> in_tile(in_tile_[tileOf(i, j)]);
        if (in_tile.load(std::memory_order_relaxed) == 0) in_tile.store(1, std::memory_order_relaxed);
    }
    /// Lists the marked entries. After it, do not call mark() before clear().
    void list(const exec::Exec& exec);

    std::size_t size() const { return listed_.size(); }
    struct Index {
        std::uint32_t i, j;
    };
    Index operator[](std::size_t row) const {
        const std::uint32_t index = listed_[row];
        return {index % columns_, index / columns_};
    }
    /// Position of an entry in the list; none if it is not marked.
    std::uint32_t row(std::uint32_t i, std::uint32_t j) const { return row_[index(i, j)] - 1; }
    /// Tiles with marked entries, ascending.
    const std::vector<std::uint32_t>& tiles() const { return tiles_; }

  private:
    std::size_t index(std::uint32_t i, std::uint32_t j) const { return std::size_t{j} * columns_ + i; }
    std::size_t tileOf(std::uint32_t i, std::uint32_t j) const {
        return std::size_t{j / tile} * tilesAlong(columns_) + i / tile;
    }

    std::uint32_t columns_ = 0, rows_ = 0;
    exec::Array<std::uint32_t> row_;     ///< of each entry: 0 not marked; after list() its row + 1
    exec::Array<std::uint8_t> in_tile_;  ///< of each tile: 1 if it has a marked entry
    std::vector<std::uint32_t> tiles_;
    std::vector<std::uint32_t> first_;   ///< row of the first entry of each of `tiles_`; and the end
    std::vector<std::uint32_t> listed_;  ///< flat indices of the marked entries, in order
};

/// Calls take(i, j) for the columns of a tile of a ground's grid.
template <class Take>
void forColumnsOf(std::size_t tile, const geometry::ColumnGrid& grid, Take take) {
    const auto across = MarkedEntries::tilesAlong(grid.columns);
    const auto i = static_cast<std::uint32_t>(tile % across) * MarkedEntries::tile,
               j = static_cast<std::uint32_t>(tile / across) * MarkedEntries::tile;
    for (std::uint32_t b = j; b < std::min(j + MarkedEntries::tile, grid.rows); ++b)
        for (std::uint32_t a = i; a < std::min(i + MarkedEntries::tile, grid.columns); ++a) take(a, b);
}

}  // namespace talus::couple::erosion
