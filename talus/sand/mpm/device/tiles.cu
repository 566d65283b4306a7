#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"
#include "talus/sand/fields.h"
#include "talus/sand/mpm/device/sand_state.h"
#include "talus/sand/mpm/limits.h"

namespace talus::sand::mpm::device {
namespace {

struct TileOfParticle {
    Lattice lattice;
    View<const Vec3d> position;
    View<std::uint64_t> key;
    View<std::uint32_t> order;
    TALUS_HD void operator()(std::size_t i) const {
        key[i] = codeOf(lattice.tileAt(position[i]));
        order[i] = static_cast<std::uint32_t>(i);
    }
};

/// 1 for the first particle of each tile.
struct IsFirst {
    View<const std::uint64_t> key;
    View<std::uint32_t> first;
    TALUS_HD void operator()(std::size_t i) const { first[i] = i == 0 || key[i] != key[i - 1]; }
};

/// Writes the code and the end of each tile, at its last particle.
struct ListTiles {
    View<const std::uint64_t> key;
    View<const std::uint32_t> first, index;  ///< index: number of tiles that begin before the particle
    View<std::uint64_t> code;
    View<std::uint32_t> end;
    TALUS_HD void operator()(std::size_t i) const {
        if (i + 1 < key.size() && key[i + 1] == key[i]) return;
        const std::uint32_t tile = index[i] + first[i] - 1;
        code[tile] = key[i];
        end[tile] = static_cast<std::uint32_t>(i + 1);
    }
};

/// The tile of each particle.
struct MarkParticles {
    View<const Grid::Filled> filled;
    View<std::uint32_t> tile_of;
    TALUS_HD void operator()(std::size_t k) const {
        for (std::uint32_t n = filled[k].begin; n < filled[k].end; ++n)
            tile_of[n] = static_cast<std::uint32_t>(k);
    }
};

template <class T>
View<const T> viewOf(const std::vector<T>& values) {
    return {values.data(), values.size()};
}

}  // namespace

TileList sortByTiles(const exec::Exec& exec, const Lattice& lattice, SandState& state) {
    SortWork& work = state.sort;
    const std::size_t count = state.sand.size();
    for (auto* each : {&work.order, &work.first, &work.index}) each->resize(count);
    work.keys.resize(count);
    exec::for_each(exec, count,
                   TileOfParticle{lattice, std::as_const(state.sand).read(fields::position), work.keys.view(),
                                  work.order.view()});
    exec::sort_by_key(exec, work.keys.view(), work.order.view(), work.sort);
    state::device::reorder(exec, std::as_const(work.order).view(), state.sand, work.column);
    const View<const std::uint64_t> key = std::as_const(work.keys).view();
    exec::for_each(exec, count, IsFirst{key, work.first.view()});
    const View<const std::uint32_t> first = std::as_const(work.first).view();
    const std::uint32_t tiles = exec::exclusive_scan<std::uint32_t>(exec, first, work.index.view());
    if (tiles > max_tiles) return {tiles, {}, {}};
    DeviceOrHostArray<std::uint64_t> code(exec.device());
    DeviceOrHostArray<std::uint32_t> end(exec.device());
    code.resize(tiles);
    end.resize(tiles);
    exec::for_each(exec, count,
                   ListTiles{key, first, std::as_const(work.index).view(), code.view(), end.view()});
    TileList list{tiles, std::vector<std::uint64_t>(tiles), std::vector<std::uint32_t>(tiles)};
    code.copyTo({list.code.data(), tiles});
    end.copyTo({list.end.data(), tiles});
    return list;
}

void placeGrid(const exec::Exec& exec, const Grid& grid, bool keeps_residual, SandState& state) {
    GridWork& work = state.grid;
    work.filled.assign(viewOf(grid.filled));
    work.reached.assign(viewOf(grid.reached));
    work.patches.resize(grid.filled.size() * patch_nodes);
    work.nodes.resize(grid.reached.size() * tile_nodes);
    if (keeps_residual) {
        work.patches_without.resize(work.patches.size());
        work.nodes_without.resize(work.nodes.size());
    }
    work.tile_of.resize(state.sand.size());
    exec::for_each(exec, grid.filled.size(),
                   MarkParticles{std::as_const(work.filled).view(), work.tile_of.view()});
}

}  // namespace talus::sand::mpm::device
