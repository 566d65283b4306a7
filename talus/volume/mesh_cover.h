#pragma once
#include <array>
#include <vector>

#include "talus/geometry/mesh/mesh.h"
#include "talus/geometry/volume/block_grid.h"

namespace talus::volume {

/// How much of each cell is in a closed mesh: upright lines, 4^2 a cell, from where each goes in to where it
/// comes out (Jordan's theorem). Lines stand off the cells' own fractions, so that one hardly ever goes
/// through a side of a triangle.
class MeshCover {
  public:
    /// @param mesh null: nothing is covered
    MeshCover(const geometry::BlockGrid& grid, const geometry::Mesh* mesh);

    /// The share of each cell of the block that begins at a cell.
    void fill(const geometry::CellAt& first,
              std::array<double, geometry::BlockGrid::cells_of_block>& share) const;

  private:
    geometry::BlockGrid grid_;
    const geometry::Mesh* mesh_;
    std::vector<std::vector<std::uint32_t>> triangles_;  ///< by column of blocks
};

}  // namespace talus::volume
