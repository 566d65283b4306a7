#include "talus/exec/for_each.h"
#include "talus/sand/mpm/device/sand_state.h"

namespace talus::sand::mpm::device {
namespace {

/// Prepares what each particle gives, once for its 27 nodes.
struct PrepareGiving {
    Transfer transfer;
    Particles particles;
    View<const std::uint32_t> tile_of;
    View<const Grid::Filled> filled;
    View<Giving> giving;
    TALUS_HD void operator()(std::size_t n) const {
        giving[n] = {givenBy(transfer, particles, n),
                     Stencil(transfer.lattice, particles.position[n], filled[tile_of[n]].corner)};
    }
};

/// A node of a patch adds what the particles of its tile give, one by one in their order, which needs no
/// atomics. The nodes of a patch are adjacent threads, so that all read the same particle at the same time.
/// @param visit (n, stencil, i, j, k): for each particle with this node
template <class Visit>
TALUS_HD void forParticlesOf(const Grid::Filled& tile, int node, View<const Giving> giving, Visit visit) {
    const int x = node / (patch_side * patch_side), y = node / patch_side % patch_side, z = node % patch_side;
    for (std::uint32_t n = tile.begin; n < tile.end; ++n) {
        const Stencil& s = giving[n].stencil;
        const int i = x - s.first[0], j = y - s.first[1], k = z - s.first[2];
        if (i < 0 || i > 2 || j < 0 || j > 2 || k < 0 || k > 2) continue;
        visit(n, s, i, j, k);
    }
}

struct AddParticles {
    Transfer transfer;
    Particles particles;
    View<const Giving> giving;
    View<const Grid::Filled> filled;
    View<Node> patches, without;  ///< without stress: empty where particles keep no residuals
    TALUS_HD void operator()(std::size_t item) const {
        Node sum, sum_without;
        forParticlesOf(filled[item / patch_nodes], static_cast<int>(item % patch_nodes), giving,
                       [&](std::uint32_t n, const Stencil& s, int i, int j, int k) {
                           add(sum, givenTo(giving[n].given, s, i, j, k));
                           if (!without.empty())
                               add(sum_without, givenTo(withoutStress(transfer, particles, n), s, i, j, k));
                       });
        patches[item] = sum;
        if (!without.empty()) without[item] = sum_without;
    }
};

/// The same for the moments of the tiles that have them.
struct AddMoments {
    Particles particles;
    View<const Giving> giving;
    View<const Grid::Filled> filled;
    View<const std::uint32_t> tiles;
    View<Node> patches;
    TALUS_HD void operator()(std::size_t item) const {
        Node sum;
        forParticlesOf(filled[tiles[item / patch_nodes]], static_cast<int>(item % patch_nodes), giving,
                       [&](std::uint32_t n, const Stencil& s, int i, int j, int k) {
                           add(sum, givenTo(momentOf(particles, n), s, i, j, k));
                       });
        patches[item] = sum;
    }
};

/// The sum over the patches that have a node of a tile, in the order of the processor.
struct SumOfPatches {
    View<const Node> patches;
    /// @param patch_of (filled tile): index of its patch; no_tile: none
    template <class PatchOf>
    TALUS_HD Node at(const Grid::Reached& tile, int node, PatchOf patch_of) const {
        const int x = node / 16, y = node / 4 % 4, z = node % 4;
        Node sum;
        for (int k = 0; k < 27; ++k) {
            const std::uint32_t filled = tile.filled[static_cast<std::size_t>(k)];
            const std::uint32_t patch = filled == no_tile ? no_tile : patch_of(filled);
            if (patch == no_tile) continue;
            const Overlap ox = overlapWith(k / 9), oy = overlapWith(k / 3 % 3), oz = overlapWith(k % 3);
            if (x < ox.first || x >= ox.last || y < oy.first || y >= oy.last || z < oz.first || z >= oz.last)
                continue;
            const Node& part =
                patches[patch * std::size_t{patch_nodes} +
                        static_cast<std::size_t>(patchIndex(x + ox.offset, y + oy.offset, z + oz.offset))];
            add(sum, part);
        }
        return sum;
    }
};

struct FindVelocity {
    Vec3f kick;
    SumOfPatches sums;
    View<const Grid::Reached> reached;
    View<Node> nodes;
    TALUS_HD void operator()(std::size_t item) const {
        Node sum = sums.at(reached[item / tile_nodes], static_cast<int>(item % tile_nodes),
                           [](std::uint32_t filled) { return filled; });
        toVelocity(sum, kick);
        nodes[item] = sum;
    }
};

struct SumMoments {
    SumOfPatches sums;
    View<const Grid::Reached> reached;
    View<const std::uint32_t> tiles, moment_of;
    View<Node> moments;
    TALUS_HD void operator()(std::size_t item) const {
        moments[item] = sums.at(reached[tiles[item / tile_nodes]], static_cast<int>(item % tile_nodes),
                                [&](std::uint32_t filled) { return moment_of[filled]; });
    }
};

}  // namespace

void toGrid(const exec::Exec& exec, const Transfer& transfer, SandState& state) {
    state.giving.resize(state.sand.size());
    const GridWork& grid = state.grid;
    exec::for_each(exec, state.sand.size(),
                   PrepareGiving{transfer, state.particles(), grid.tile_of.view(), grid.filled.view(),
                                 state.giving.view()});
    exec::for_each(
        exec, state.grid.patches.size(),
        AddParticles{transfer, state.particles(), std::as_const(state.giving).view(), grid.filled.view(),
                     state.grid.patches.view(), state.grid.patches_without.view()});
    const WallWork& walls = state.walls;
    state.walls.moment_patches.resize(walls.moment_tiles.size() * patch_nodes);
    exec::for_each(exec, walls.moment_patches.size(),
                   AddMoments{state.particles(), std::as_const(state.giving).view(), grid.filled.view(),
                              walls.moment_tiles.view(), state.walls.moment_patches.view()});
}

void moveGrid(const exec::Exec& exec, const Vec3f& kick, SandState& state) {
    const GridWork& grid = state.grid;
    exec::for_each(exec, grid.nodes.size(),
                   FindVelocity{kick, {grid.patches.view()}, grid.reached.view(), state.grid.nodes.view()});
    exec::for_each(
        exec, grid.nodes_without.size(),
        FindVelocity{
            {}, {grid.patches_without.view()}, grid.reached.view(), state.grid.nodes_without.view()});
    const WallWork& walls = state.walls;
    state.walls.moments.resize(walls.tiles.size() * tile_nodes);
    exec::for_each(exec, walls.moments.size(),
                   SumMoments{{walls.moment_patches.view()},
                              grid.reached.view(),
                              walls.tiles.view(),
                              walls.moment_of.view(),
                              state.walls.moments.view()});
}

}  // namespace talus::sand::mpm::device
