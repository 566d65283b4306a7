#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "talus/exec/buffer.h"
#include "talus/math/quad.h"
#include "talus/sand/mpm/tile.h"

namespace talus::sand::mpm {

inline constexpr const char* grid_scratch = "grid of the sand";

/// A node: its velocity [m/s], and its mass in masses of a particle.
using Node = Quad<float>;

/// The nodes of a patch. The last ones are only there so that four nodes can be read from any position.
struct alignas(64) Patch {
    std::array<Node, patch_nodes + 4> nodes;
};
struct alignas(64) TileNodes {
    std::array<Node, tile_nodes> nodes;
};

inline constexpr std::uint32_t no_tile = 0xffffffffu;
/// The tiles around a tile and itself: index (dx + 1) * 9 + (dy + 1) * 3 + (dz + 1).
using Around = std::array<std::uint32_t, 27>;

/// The tiles that have particles, and those whose nodes these reach.
struct Grid {
    struct Filled {
        std::uint64_t code = 0;
        std::uint32_t begin = 0, end = 0;  ///< its particles
        Vec3d corner;                      ///< its first node [m]
        Around nodes{};                    ///< tiles with nodes
    };
    struct Reached {
        std::uint64_t code = 0;
        Vec3d corner;
        Around filled{};  ///< tiles with particles; no_tile: none
    };
    std::uint64_t version = 0;  ///< counts connect()
    std::vector<Filled> filled;
    std::vector<Reached> reached;
    std::vector<Patch> patches;    ///< of each filled tile: what its particles give to the nodes
    std::vector<TileNodes> nodes;  ///< of each reached tile

    /// Makes the lists of tiles anew. @param code, end of the table of tiles
    void connect(const Lattice& lattice, exec::View<const std::uint64_t> code,
                 exec::View<const std::uint32_t> end);
    /// Whether the lists are those of these tiles.
    bool isOf(exec::View<const std::uint64_t> code, exec::View<const std::uint32_t> end) const;
};

}  // namespace talus::sand::mpm
