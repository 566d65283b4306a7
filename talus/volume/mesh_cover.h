#pragma once
#include <array>
#include <optional>
#include <vector>

#include "talus/geometry/mesh/mesh.h"
#include "talus/geometry/volume/block_grid.h"

namespace talus::volume {

/// Filled shares of cells by a closed mesh, from 4^2 vertical lines per cell. A line is inside of the mesh
/// between an odd crossing and the next one (Jordan's theorem). The lines have a small offset, so that they
/// hardly ever pass through an edge of a triangle.
class MeshCover {
  public:
    /// @param mesh null: nothing is covered
    MeshCover(const geometry::BlockGrid& grid, const geometry::Mesh* mesh);

    /// Memory that a MeshCover needs [bytes].
    static double bytesOf(const geometry::BlockGrid& grid, const geometry::Mesh& mesh);

    /// For a block without triangles near it: 1 if it is inside of the mesh, 0 if it is outside. Else
    /// nothing.
    /// @param box bounds of a block
    std::optional<double> whole(const geometry::Box& box) const;

    /// Computes the share of each cell of a block. @param first cell of the block
    void fill(const geometry::CellAt& first,
              std::array<double, geometry::BlockGrid::cells_of_block>& share) const;

  private:
    geometry::BlockGrid grid_;
    const geometry::Mesh* mesh_;
    std::vector<std::vector<std::uint32_t>> triangles_;  ///< by column of blocks
    std::vector<std::vector<double>>
        crossings_;              ///< heights [m] at which one line of each column of blocks crosses the mesh
    std::vector<bool> touched_;  ///< blocks in the enlarged bounds of a triangle
};

}  // namespace talus::volume
