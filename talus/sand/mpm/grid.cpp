#include "talus/sand/mpm/grid.h"

#include <algorithm>

namespace talus::sand::mpm {
namespace {

/// Calls visit(neighbour, index in Around) for the tile and those around it.
template <class Visit>
void forAround(const Lattice& lattice, const TileAt& t, Visit visit) {
    std::size_t k = 0;
    for (int dx = -1; dx <= 1; ++dx)
        for (int dy = -1; dy <= 1; ++dy)
            for (int dz = -1; dz <= 1; ++dz, ++k)
                visit(codeOf(lattice.wrapped({t[0] + dx, t[1] + dy, t[2] + dz})), k);
}

template <class Tiles>
std::uint32_t indexOf(const Tiles& tiles, std::uint64_t code) {
    const auto found = std::lower_bound(tiles.begin(), tiles.end(), code,
                                        [](const auto& tile, std::uint64_t c) { return tile.code < c; });
    if (found == tiles.end() || found->code != code) return no_tile;
    return static_cast<std::uint32_t>(found - tiles.begin());
}

}  // namespace

void Grid::connect(const Lattice& lattice, exec::View<const std::uint64_t> code,
                   exec::View<const std::uint32_t> end) {
    ++version;
    filled.resize(code.size());
    std::vector<std::uint64_t> codes;
    for (std::size_t k = 0; k < code.size(); ++k) {
        const TileAt at = tileOf(code[k]);
        filled[k] = {code[k], k == 0 ? 0 : end[k - 1], end[k], lattice.cornerOf(at), {}};
        forAround(lattice, at, [&](std::uint64_t near, std::size_t) { codes.push_back(near); });
    }
    std::sort(codes.begin(), codes.end());
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
    reached.resize(codes.size());
    for (std::size_t n = 0; n < codes.size(); ++n) {
        const TileAt at = tileOf(codes[n]);
        reached[n] = {codes[n], lattice.cornerOf(at), {}};
        forAround(lattice, at,
                  [&](std::uint64_t near, std::size_t k) { reached[n].filled[k] = indexOf(filled, near); });
    }
    for (Filled& tile : filled)
        forAround(lattice, tileOf(tile.code),
                  [&](std::uint64_t near, std::size_t k) { tile.nodes[k] = indexOf(reached, near); });
}

std::uint32_t Grid::reachedAt(std::uint64_t code) const { return indexOf(reached, code); }

bool Grid::isOf(exec::View<const std::uint64_t> code, exec::View<const std::uint32_t> end) const {
    if (filled.size() != code.size()) return false;
    for (std::size_t k = 0; k < code.size(); ++k)
        if (filled[k].code != code[k] || filled[k].end != end[k]) return false;
    return true;
}

template <class T>
void sumPatches(const Grid::Reached& tile, const std::vector<PatchOf<T>>& patches, TileNodesOf<T>& sum,
                std::span<const std::uint32_t> patch_of) {
    sum.nodes.fill({});
    for (std::size_t k = 0; k < tile.filled.size(); ++k) {
        std::uint32_t index = tile.filled[k];
        if (index != no_tile && !patch_of.empty()) index = patch_of[index];
        if (index == no_tile) continue;
        const PatchOf<T>& patch = patches[index];
        const auto at = static_cast<int>(k);
        const Overlap x = overlapWith(at / 9), y = overlapWith(at / 3 % 3), z = overlapWith(at % 3);
        for (int i = x.first; i < x.last; ++i)
            for (int j = y.first; j < y.last; ++j) {
                T* to = &sum.nodes[static_cast<std::size_t>(nodeIndex(i, j, 0))];
                const T* from = &patch.nodes[static_cast<std::size_t>(
                    patchIndex(i + x.offset, j + y.offset, z.offset + z.first))];
                for (int n = z.first; n < z.last; ++n, ++from) add(to[n], *from);
            }
    }
}
template void sumPatches(const Grid::Reached&, const std::vector<Patch>&, TileNodes&,
                         std::span<const std::uint32_t>);
template void sumPatches(const Grid::Reached&, const std::vector<PairPatch>&, TileNodesOf<NodePair>&,
                         std::span<const std::uint32_t>);

void fillPatch(const Grid::Filled& tile, const std::vector<TileNodes>& nodes, Patch& patch) {
    for (int n = 0; n < patch_nodes; ++n) {
        const NodeOf of = tile.nodeAt(n);
        patch.nodes[static_cast<std::size_t>(n)] = nodes[of.tile].nodes[static_cast<std::size_t>(of.node)];
    }
}

}  // namespace talus::sand::mpm
