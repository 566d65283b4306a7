#pragma once
#include <cstdint>
#include <vector>

#include "talus/sand/mpm/walls/tile_walls.h"

namespace talus::sand::mpm {

inline constexpr const char* moments_scratch = "moments of the sand at walls";

/// The first moments of the sand of the nodes at walls, for their gaps (gap.h), and how much of it carries
/// load.
struct Moments {
    std::vector<std::uint32_t> tiles;  ///< filled tiles that reach nodes which may touch walls
    std::vector<std::uint32_t>
        patch_of;                ///< of each filled tile: its index there; no_tile: it is none of them
    std::vector<Patch> patches;  ///< of `tiles`

    /// Finds the tiles. @param touching (k): the nodes of the reached tile k that may touch walls
    template <class Touching>
    void findTiles(const Grid& grid, Touching touching);
    /// The patch of a filled tile; nullptr: it has none.
    Patch* of(std::size_t filled) {
        return patch_of[filled] == no_tile ? nullptr : &patches[patch_of[filled]];
    }
};

/// The nodes of a tile that are in the patch of the filled tile k of those around it.
constexpr NodeSet nodesInPatch(int k) {
    const Overlap x = overlapWith(k / 9), y = overlapWith(k / 3 % 3), z = overlapWith(k % 3);
    NodeSet nodes = 0;
    for (int i = x.first; i < x.last; ++i)
        for (int j = y.first; j < y.last; ++j)
            for (int n = z.first; n < z.last; ++n) nodes |= NodeSet{1} << nodeIndex(i, j, n);
    return nodes;
}

template <class Touching>
void Moments::findTiles(const Grid& grid, Touching touching) {
    tiles.clear();
    patch_of.assign(grid.filled.size(), no_tile);
    for (std::size_t k = 0; k < grid.reached.size(); ++k) {
        const NodeSet nodes = touching(k);
        for (int side = 0; nodes != 0 && side < 27; ++side) {
            const std::uint32_t filled = grid.reached[k].filled[static_cast<std::size_t>(side)];
            if (filled == no_tile || patch_of[filled] != no_tile || (nodes & nodesInPatch(side)) == 0)
                continue;
            patch_of[filled] = static_cast<std::uint32_t>(tiles.size());
            tiles.push_back(filled);
        }
    }
}

}  // namespace talus::sand::mpm
