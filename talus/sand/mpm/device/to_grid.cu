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
struct AddParticles {
    View<const Giving> giving;
    View<const Grid::Filled> filled;
    View<Node> patches;
    TALUS_HD void operator()(std::size_t item) const {
        const Grid::Filled& tile = filled[item / patch_nodes];
        const int node = static_cast<int>(item % patch_nodes);
        const int x = node / (patch_side * patch_side), y = node / patch_side % patch_side,
                  z = node % patch_side;
        Node sum;
        for (std::uint32_t n = tile.begin; n < tile.end; ++n) {
            const Stencil& s = giving[n].stencil;
            const int i = x - s.first[0], j = y - s.first[1], k = z - s.first[2];
            if (i < 0 || i > 2 || j < 0 || j > 2 || k < 0 || k > 2) continue;
            const Node given = givenTo(giving[n].given, s, i, j, k);
            sum += given.xyz();
            sum.w += given.w;
        }
        patches[item] = sum;
    }
};

/// The sum over the patches that have a node, in the order of the processor; then its velocity.
struct SumPatches {
    Vec3f kick;
    View<const Grid::Reached> reached;
    View<const Node> patches;
    View<Node> nodes;
    TALUS_HD void operator()(std::size_t item) const {
        const Grid::Reached& tile = reached[item / tile_nodes];
        const int node = static_cast<int>(item % tile_nodes);
        const int x = node / 16, y = node / 4 % 4, z = node % 4;
        Node sum;
        for (int k = 0; k < 27; ++k) {
            const std::uint32_t patch = tile.filled[static_cast<std::size_t>(k)];
            if (patch == no_tile) continue;
            const Overlap ox = overlapWith(k / 9), oy = overlapWith(k / 3 % 3), oz = overlapWith(k % 3);
            if (x < ox.first || x >= ox.last || y < oy.first || y >= oy.last || z < oz.first || z >= oz.last)
                continue;
            const Node& part =
                patches[patch * std::size_t{patch_nodes} +
                        static_cast<std::size_t>(patchIndex(x + ox.offset, y + oy.offset, z + oz.offset))];
            sum += part.xyz();
            sum.w += part.w;
        }
        toVelocity(sum, kick);
        nodes[item] = sum;
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
        AddParticles{std::as_const(state.giving).view(), grid.filled.view(), state.grid.patches.view()});
}

void moveGrid(const exec::Exec& exec, const Vec3f& kick, SandState& state) {
    const GridWork& grid = state.grid;
    exec::for_each(exec, grid.nodes.size(),
                   SumPatches{kick, grid.reached.view(), grid.patches.view(), state.grid.nodes.view()});
}

}  // namespace talus::sand::mpm::device
