#pragma once
#include <array>
#include <optional>
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

    /// Memory of one [bytes].
    static double bytesOf(const geometry::BlockGrid& grid, const geometry::Mesh& mesh);

    /// Whether a block without any triangle near it is in the mesh, 1, or out of it, 0; nothing for others.
    /// @param box of a block
    std::optional<double> whole(const geometry::Box& box) const;

    /// The share of each cell of the block that begins at a cell.
    void fill(const geometry::CellAt& first,
              std::array<double, geometry::BlockGrid::cells_of_block>& share) const;

  private:
    geometry::BlockGrid grid_;
    const geometry::Mesh* mesh_;
    std::vector<std::vector<std::uint32_t>> triangles_;  ///< by column of blocks
    std::vector<std::vector<double>>
        crossings_;              ///< heights [m] at which one line of each column goes through
    std::vector<bool> touched_;  ///< blocks that come into a triangle's bounds, and some more
};

}  // namespace talus::volume
