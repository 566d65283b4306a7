#pragma once
#include <array>
#include <limits>
#include <optional>

#include "talus/geometry/heightfield.h"
#include "talus/volume/mesh_cover.h"
#include "talus/volume/params.h"

/// Of what the start of a volume is made of, how much each cell of a block holds. Blocks that are wholly
/// inside or outside, most of them, are told by their bounds; what their cells would come to is the same.
namespace talus::volume {

/// Takes the cells of a block in their order, with their numbers in it.
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

/// How full the cells of a block are: all alike, or each by itself.
struct Shares {
    std::optional<double> all = 0;
    std::array<double, geometry::BlockGrid::cells_of_block> each{};  ///< where they are not alike

    /// Ground where there is any in either.
    void add(const Shares& other);
    /// No ground where the other one has it.
    void remove(const Shares& other);
    /// Writes into `each` what all are.
    void spread();
};

/// Of a block: its first cell, and its bounds.
struct Block {
    geometry::CellAt first;
    geometry::Box box;
};

Shares belowLevel(const geometry::BlockGrid& grid, double level, const Block& block);

/// The heights of a raster below and above a column of blocks: those of its triangles' corners. Lowest of all
/// where a part of the column is beyond the raster, for there is no ground.
struct HeightRange {
    double low = std::numeric_limits<double>::infinity(), high = -low;
};
/// @param box of a block of the column
HeightRange heightsIn(const geometry::Heightfield& field, const geometry::Box& box);

/// @param range of the block's column
Shares belowHeights(const geometry::BlockGrid& grid, const geometry::Heightfield& field,
                    const HeightRange& range, const Block& block);

/// A body, as blocks are asked against it.
class Body {
  public:
    /// @pre the shape outlives it
    Body(const geometry::BlockGrid& grid, const Shape& shape);

    Shares sharesIn(const Block& block) const;

  private:
    std::optional<double> whole(const geometry::Box& box) const;

    geometry::BlockGrid grid_;
    const Shape* shape_;
    Shape larger_;  ///< by as much as half of a block reaches from its middle
    geometry::Box bounds_;
    MeshCover cover_;
};

}  // namespace talus::volume
