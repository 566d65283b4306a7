#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "talus/exec/buffer.h"
#include "talus/exec/for_each.h"
#include "talus/geometry/heightfield.h"

namespace talus::couple::erosion {

/// Places of a grid that are few beside all of it, in an order of their own: tile by tile, and row by row
/// within each. Making the list costs what is marked, and a byte for each tile of the grid.
class Marked {
  public:
    static constexpr std::uint32_t tile = 16;  ///< places along the side of a tile
    static constexpr std::uint32_t none = 0xffffffffu;

    static std::uint32_t tilesAlong(std::uint32_t places) { return (places + tile - 1) / tile; }

    /// Forgets all marks. The first call for a grid makes room for all of it.
    void clear(std::uint32_t columns, std::uint32_t rows);
    /// From any thread.
    void mark(std::uint32_t i, std::uint32_t j) {
        const std::atomic_ref<std::uint32_t> place(row_[index(i, j)]);
        if (place.load(std::memory_order_relaxed) == 0) place.store(1, std::memory_order_relaxed);
        const std::atomic_ref<std::uint8_t> of(in_tile_[tileOf(i, j)]);
        if (of.load(std::memory_order_relaxed) == 0) of.store(1, std::memory_order_relaxed);
    }
    /// Lists what is marked. Nothing is marked after it until clear().
    void list(const exec::Exec& exec);

    std::size_t size() const { return places_.size(); }
    struct Place {
        std::uint32_t i, j;
    };
    Place operator[](std::size_t row) const {
        const std::uint32_t index = places_[row];
        return {index % columns_, index / columns_};
    }
    /// The place's number in the list.
    std::uint32_t row(std::uint32_t i, std::uint32_t j) const { return row_[index(i, j)] - 1; }
    /// Tiles that hold any, rising.
    const std::vector<std::uint32_t>& tiles() const { return tiles_; }

  private:
    std::size_t index(std::uint32_t i, std::uint32_t j) const { return std::size_t{j} * columns_ + i; }
    std::size_t tileOf(std::uint32_t i, std::uint32_t j) const {
        return std::size_t{j / tile} * tilesAlong(columns_) + i / tile;
    }

    std::uint32_t columns_ = 0, rows_ = 0;
    exec::Array<std::uint32_t> row_;  ///< by place: 0 not marked; behind list() its number in it, from 1
    exec::Array<std::uint8_t> in_tile_;
    std::vector<std::uint32_t> tiles_;
    std::vector<std::uint32_t> first_;  ///< of each of these, in the list
    std::vector<std::uint32_t> places_;
};

/// Calls take(i, j) for the columns of a tile of a ground's grid.
template <class Take>
void forColumnsOf(std::size_t tile, const geometry::ColumnGrid& grid, Take take) {
    const auto across = Marked::tilesAlong(grid.columns);
    const auto i = static_cast<std::uint32_t>(tile % across) * Marked::tile,
               j = static_cast<std::uint32_t>(tile / across) * Marked::tile;
    for (std::uint32_t b = j; b < std::min(j + Marked::tile, grid.rows); ++b)
        for (std::uint32_t a = i; a < std::min(i + Marked::tile, grid.columns); ++a) take(a, b);
}

}  // namespace talus::couple::erosion
