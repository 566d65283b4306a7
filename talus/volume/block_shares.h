#pragma once
#include <array>
#include <limits>
#include <optional>

#include "talus/geometry/heightfield.h"
#include "talus/volume/mesh_cover.h"
#include "talus/volume/params.h"

/// Filled shares of the cells of a block at the start, for each part of the ground: level, heights and
/// bodies. Bounds decide for most blocks that they are wholly inside or outside. The result is the same as
/// cell by cell.
namespace talus::volume {

/// Calls take(cell, index in the block) for the cells of a block, in order.
/// @param first cell of the block
template <class Take>
void forCells(const geometry::CellAt& first, Take take) {
    constexpr std::int64_t side = geometry::BlockGrid::side;
    std::size_t n = 0;
    for (std::int64_t z = 0; z < side; ++z)
        for (std::int64_t y = 0; y < side; ++y)
            for (std::int64_t x = 0; x < side; ++x)
                take(geometry::CellAt{first.i + x, first.j + y, first.k + z}, n++);
}

/// Filled shares of the cells of a block.
struct Shares {
    std::optional<double> all = 0;  ///< the share of all cells, if it is the same
    std::array<double, geometry::BlockGrid::cells_of_block> each{};  ///< of each cell, where `all` is empty

    /// Union with other ground.
    void add(const Shares& other);
    /// Difference: without the other ground.
    void remove(const Shares& other);
    /// Copies `all` into `each`.
    void spread();
};

/// A block: its first cell, and its bounds.
struct Block {
    geometry::CellAt first;
    geometry::Box box;
};

Shares belowLevel(const geometry::BlockGrid& grid, double level, const Block& block);

/// Minimum and maximum height of a raster in a column of blocks. The minimum is -infinity where a part of the
/// column is outside of the raster, because there is no ground there.
struct HeightRange {
    double low = std::numeric_limits<double>::infinity(), high = -low;
};
/// @param box of a block of the column
HeightRange heightsIn(const geometry::Heightfield& field, const geometry::Box& box);

/// @param range of the block's column
Shares belowHeights(const geometry::BlockGrid& grid, const geometry::Heightfield& field,
                    const HeightRange& range, const Block& block);

/// A body of [[volume_shape]], to compute the shares of blocks.
class Body {
  public:
    /// @pre the shape outlives it
    Body(const geometry::BlockGrid& grid, const Shape& shape);

    Shares sharesIn(const Block& block) const;

  private:
    std::optional<double> whole(const geometry::Box& box) const;

    geometry::BlockGrid grid_;
    const Shape* shape_;
    Shape larger_;  ///< enlarged by half the diagonal of a block
    geometry::Box bounds_;
    MeshCover cover_;
};

}  // namespace talus::volume
