#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "talus/geometry/liquid_surface/surface_particles.h"

/// The field phi on the nodes of a sparse grid. Blocks of 8^3 nodes exist only within the range of particles,
/// and values only in blocks that the surface crosses. Node (i, j, k) is at cell * (i, j, k), so the grid
/// does not move with the particles.
namespace talus::geometry::liquid {

constexpr std::int64_t block_side = 8;
constexpr std::size_t block_nodes = 512;

struct Block {
    neighbors::Cell at;  ///< its first node is block_side times this
    /// Index of the next block in x (1), y (2), z (4), and in sums of these; no_block where it does not
    /// exist.
    std::array<std::uint32_t, 8> next{};
    /// Nodes inside of the surface: bit 8 y + x of word z.
    std::array<std::uint64_t, 8> inside{};
    /// Edges that begin at nodes of this block and cross the surface: word 8 axis + z, bits as above.
    std::array<std::uint64_t, 24> crossing{};
    std::array<std::uint16_t, 24> before{};  ///< number of crossings in the words before this one
    std::uint32_t crossings = 0;
    std::uint32_t first_point = 0;  ///< index of the mesh's point on its first crossing
    /// The values of phi, x fastest; null where no crossing edge begins or ends in the block.
    std::unique_ptr<float[]> value;
};

constexpr std::uint32_t no_block = 0xffffffff;

/// The position of a node or an edge within its block.
struct BlockNode {
    std::size_t word = 0;  ///< z
    unsigned bit = 0;      ///< 8 y + x
};

class FieldBlocks {
  public:
    /// Error (Input) where it needs more than `max_bytes`.
    static Result<FieldBlocks> of(const exec::Exec& exec, const Particles& particles, double cell,
                                  std::size_t max_bytes);

    double cell() const { return cell_; }
    const std::vector<Block>& blocks() const { return blocks_; }
    std::vector<Block>& blocks() { return blocks_; }
    /// Memory of the blocks [bytes].
    std::size_t bytes() const;

  private:
    FieldBlocks() = default;
    double cell_ = 0;
    std::vector<Block> blocks_;
};

}  // namespace talus::geometry::liquid
