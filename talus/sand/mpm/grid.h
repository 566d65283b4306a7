#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "talus/exec/buffer.h"
#include "talus/math/quad.h"
#include "talus/sand/mpm/tile.h"
#include "talus/sand/params.h"

namespace talus::sand::mpm {

inline constexpr const char* grid_scratch = "grid of the sand";

/// A node: its velocity [m/s], and its mass in masses of a particle. For the way back to the particles the
/// mass becomes the volume of the sand (toVolume()).
using Node = Quad<float>;

/// A node with stress (low) and without it (high), for the residuals of the particles (transfer.h).
using NodePair = Octet<float>;

/// The nodes of a patch. The last ones are only there so that four nodes can be read from any position.
template <class T>
struct alignas(64) PatchOf {
    std::array<T, patch_nodes + 4> nodes;
};
template <class T>
struct alignas(64) TileNodesOf {
    std::array<T, tile_nodes> nodes;
};
using Patch = PatchOf<Node>;
using PairPatch = PatchOf<NodePair>;
using TileNodes = TileNodesOf<Node>;

/// Nodes of a tile, by bits.
using NodeSet = std::uint64_t;
inline constexpr NodeSet all_nodes = ~NodeSet{0};

inline constexpr std::uint32_t no_tile = 0xffffffffu;
/// The tiles around a tile and itself: index (dx + 1) * 9 + (dy + 1) * 3 + (dz + 1).
using Around = std::array<std::uint32_t, 27>;

/// A node: index of its tile in Grid::reached, and its index there.
struct NodeOf {
    std::uint32_t tile = 0;
    int node = 0;
};

/// The tiles that have particles, and those whose nodes these reach.
struct Grid {
    struct Filled {
        std::uint64_t code = 0;
        std::uint32_t begin = 0, end = 0;  ///< its particles
        Vec3d corner;                      ///< its first node [m]
        Around nodes{};                    ///< tiles with nodes

        /// The node at an index of the tile's patch.
        TALUS_HD NodeOf nodeAt(int in_patch) const;
    };
    struct Reached {
        std::uint64_t code = 0;
        Vec3d corner;
        Around filled{};  ///< tiles with particles; no_tile: none

        /// The position of a node [m].
        TALUS_HD Vec3d positionOf(int node, double cell) const {
            const int x = node / 16, y = node / 4 % 4, z = node % 4;
            return corner + Vec3d{double(x), double(y), double(z)} * cell;
        }
    };
    std::uint64_t version = 0;  ///< counts connect()
    std::vector<Filled> filled;
    std::vector<Reached> reached;
    std::vector<Patch> patches;            ///< of each filled tile: what its particles give to the nodes
    std::vector<PairPatch> pair_patches;   ///< instead of these, where particles keep residuals
    std::vector<TileNodes> nodes;          ///< of each reached tile
    std::vector<TileNodes> nodes_without;  ///< the same without stress, where particles keep residuals

    /// Makes the lists of tiles anew. @param code, end of the table of tiles
    void connect(const Lattice& lattice, exec::View<const std::uint64_t> code,
                 exec::View<const std::uint32_t> end);
    /// Whether the lists are those of these tiles.
    bool isOf(exec::View<const std::uint64_t> code, exec::View<const std::uint32_t> end) const;
    /// The index of a reached tile; no_tile: it is not reached.
    std::uint32_t reachedAt(std::uint64_t code) const;
};

TALUS_HD inline NodeOf Grid::Filled::nodeAt(int in_patch) const {
    // Nodes -1 to 6 are in the tiles -1, 0 and 1.
    constexpr int beyond = patch_first + tile_cells;
    const int x = in_patch / (patch_side * patch_side) + beyond,
              y = in_patch / patch_side % patch_side + beyond, z = in_patch % patch_side + beyond;
    const int tile = x / tile_cells * 9 + y / tile_cells * 3 + z / tile_cells;
    return {nodes[static_cast<std::size_t>(tile)], nodeIndex(x % tile_cells, y % tile_cells, z % tile_cells)};
}

/// The nodes of a tile along one axis that are in the patch of a tile beside it.
struct Overlap {
    int first, last;  ///< nodes [first, last) of the tile
    int offset;       ///< of their indices in the patch
};
/// @param side of the other tile: 0 below, 1 the tile itself, 2 above
TALUS_HD constexpr Overlap overlapWith(int side) {
    return {side == 2 ? tile_cells + patch_first : 0,
            side == 0 ? patch_side + patch_first - tile_cells : tile_cells,
            tile_cells - patch_first - side * tile_cells};
}

TALUS_HD inline void add(Node& sum, const Node& part) {
    sum += part.xyz();
    sum.w += part.w;
}
inline void add(NodePair& sum, const NodePair& part) {
    add(sum.low, part.low);
    add(sum.high, part.high);
}

/// Adds up what the patches give to the nodes of a tile, in a fixed order. @param T Node or NodePair
/// @param patch_of index of the patch of each filled tile; no_tile: none. Empty: each has that of its index
template <class T>
void sumPatches(const Grid::Reached& tile, const std::vector<PatchOf<T>>& patches, TileNodesOf<T>& sum,
                std::span<const std::uint32_t> patch_of = {});
/// Fills the patch of a tile with its nodes. @param nodes of each reached tile
void fillPatch(const Grid::Filled& tile, const std::vector<TileNodes>& nodes, Patch& patch);

/// Below this mass, in masses of a particle, a node is empty: the weight of the farthest corner of a stencil
/// is a millionth where the particle is within a hundredth of a cell of that corner's border.
inline constexpr float empty_mass = 1e-9f;

/// From momentum to velocity. @param kick change of the velocity by gravity [m/s]
TALUS_HD inline void toVelocity(Node& node, const Vec3f& kick) {
    if (!(node.w > empty_mass)) {
        node = {};
        return;
    }
    const float per_mass = 1 / node.w;
    node.x = node.x * per_mass + kick.x;
    node.y = node.y * per_mass + kick.y;
    node.z = node.z * per_mass + kick.z;
}

/// Of the part of a node inside solids, this share counts as filled with dense sand. With 0 a node deep
/// inside a wall would have the volume that its few particles show by chance; with 1 volumes at walls would
/// tend to that of dense sand. Fitted to the volume of sand that fell (bench/results/tried-2026-11.md).
inline constexpr float dense_in_solid = 0.03f;

/// From mass to the volume of the sand, over that of dense sand of the same mass. A particle takes the mean
/// of 1 / mass with its weights, and so the sum over all particles is the number of nodes: disorder of the
/// particles does not change the volume that they show, as it does change the mean of the mass.
/// @param solid share of the node's weight inside solids, where there is no sand
TALUS_HD inline void toVolume(Node& node, float solid) {
    constexpr float full = particles_in_cell;
    const float dense = dense_in_solid * solid;
    if (node.w > 0) node.w = full * (1 - solid + dense) / (node.w + full * dense);
}

}  // namespace talus::sand::mpm
