#pragma once
#include <vector>

#include "talus/environment/contact/obstacles.h"
#include "talus/environment/wall_view.h"
#include "talus/exec/device_or_host_array.h"
#include "talus/exec/sort.h"
#include "talus/sand/mpm/grid.h"
#include "talus/sand/mpm/one_particle.h"
#include "talus/sand/setup.h"
#include "talus/state/device/device_or_host_table.h"

// The state of the sand in the memory of the device (or of the processor) that runs the loops, and the
// stages. Fields have the meaning of those with the same name in fields.h.
namespace talus::sand::mpm::device {

using exec::DeviceOrHostArray;
using exec::View;

/// The grid: what Grid has, in the memory of the device.
struct GridWork {
    DeviceOrHostArray<Grid::Filled> filled;
    DeviceOrHostArray<Grid::Reached> reached;
    DeviceOrHostArray<Node> patches;  ///< patch_nodes for each filled tile
    DeviceOrHostArray<Node> nodes;    ///< tile_nodes for each reached tile
    /// The same without stress, where particles keep residuals; else empty.
    DeviceOrHostArray<Node> patches_without, nodes_without;
    DeviceOrHostArray<std::uint32_t> tile_of;  ///< the filled tile of each particle

    explicit GridWork(exec::Device where)
        : filled(where),
          reached(where),
          patches(where),
          nodes(where),
          patches_without(where),
          nodes_without(where),
          tile_of(where) {}
};

/// What a particle gives to the nodes in this step.
struct Giving {
    Given given;
    Stencil stencil;
};

/// Scratch of the sort by tiles.
struct SortWork {
    DeviceOrHostArray<std::uint64_t> keys;
    DeviceOrHostArray<std::uint32_t> order, first, index;
    DeviceOrHostArray<std::byte> column;
    exec::SortScratch sort;

    explicit SortWork(exec::Device where)
        : keys(where), order(where), first(where), index(where), column(where) {}
};

/// Walls near the nodes. Tiles that no wall is near are not in the list.
struct WallWork {
    DeviceOrHostArray<std::uint32_t> tiles;         ///< reached tiles near walls, in increasing order
    DeviceOrHostArray<std::uint32_t> at_wall;       ///< of each reached tile: whether it is one of these
    DeviceOrHostArray<std::uint32_t> moment_tiles;  ///< filled tiles with moments (walls/moments.h)
    DeviceOrHostArray<std::uint32_t> moment_of;     ///< of each filled tile: its index there; no_tile: none
    DeviceOrHostArray<Node> moment_patches;         ///< patch_nodes for each of moment_tiles
    DeviceOrHostArray<Node> moments;                ///< tile_nodes for each of tiles
    DeviceOrHostArray<std::uint32_t>
        faces;                           ///< in the order of contacts: of walls that stand still, then others
    DeviceOrHostArray<double> friction;  ///< of each wall
    DeviceOrHostArray<environment::Load> loads;  ///< of each of these tiles on each wall

    explicit WallWork(exec::Device where)
        : tiles(where),
          at_wall(where),
          moment_tiles(where),
          moment_of(where),
          moment_patches(where),
          moments(where),
          faces(where),
          friction(where),
          loads(where) {}
};

/// Particles that may reach a wall in this step. The processor moves them.
struct Followed {
    DeviceOrHostArray<std::uint32_t> held;      ///< 1 for a particle that the processor moves
    DeviceOrHostArray<std::uint32_t> index_of;  ///< its index in the arrays below
    DeviceOrHostArray<std::uint32_t> row;
    DeviceOrHostArray<Vec3d> position;
    DeviceOrHostArray<Vec3f> velocity, residual;

    explicit Followed(exec::Device where)
        : held(where), index_of(where), row(where), position(where), velocity(where), residual(where) {}
};

/// The whole state.
struct SandState {
    state::device::DeviceOrHostTable sand;
    GridWork grid;
    DeviceOrHostArray<Giving> giving;
    DeviceOrHostArray<Vec3f> residual;  ///< of each particle [m/s]; empty: they keep none
    SortWork sort;
    WallWork walls;
    Followed followed;

    explicit SandState(exec::Device where)
        : sand(where),
          grid(where),
          giving(where),
          residual(where),
          sort(where),
          walls(where),
          followed(where) {}
    Particles particles();
};

/// The tiles that have particles, as the table of tiles lists them. Above max_tiles only `count` is set.
struct TileList {
    std::size_t count = 0;
    std::vector<std::uint64_t> code;
    std::vector<std::uint32_t> end;
};
/// Sorts the particles by tiles (PutIntoTiles).
TileList sortByTiles(const exec::Exec& exec, const Lattice& lattice, SandState& state);
/// Copies the lists of tiles to the device. @param keeps_residual whether particles keep residuals
void placeGrid(const exec::Exec& exec, const Grid& grid, bool keeps_residual, SandState& state);

/// ToGrid. The moments are those of state.walls.moment_tiles.
void toGrid(const exec::Exec& exec, const Transfer& transfer, SandState& state);
/// MoveGrid, without walls.
void moveGrid(const exec::Exec& exec, const Vec3f& kick, SandState& state);
/// Contacts of the nodes with walls. @param mass of a particle [kg] @param dt [s] @return the loads, tile by
/// tile in the order of state.walls.tiles: of each tile on every wall
std::vector<environment::Load> meetWalls(const exec::Exec& exec, const environment::WallView& walls,
                                         double cell, double mass, double dt, SandState& state);
/// From the masses of all nodes to the volumes of their sand.
void findVolumes(const exec::Exec& exec, const environment::WallView& walls, double cell, SandState& state);
/// ToParticles, without the motion. @return how far the fastest particle moves along an axis in the step [m];
/// infinite where that is not a number
double toParticles(const exec::Exec& exec, const Transfer& transfer, double dt, SandState& state);
/// Moves the particles that cannot reach a wall in this step. @return the number of the others, which are in
/// state.followed
std::size_t moveFreely(const exec::Exec& exec, const Setup& setup, const environment::WallView& walls,
                       double dt, SandState& state);
/// Copies those back, with their new positions and velocities.
void putFollowed(const exec::Exec& exec, const Setup& setup, SandState& state);
/// Whether a particle has left the grid.
bool anyOffGrid(const exec::Exec& exec, const Lattice& lattice, const SandState& state);
/// The largest speed of a particle [m/s].
double fastestOf(const exec::Exec& exec, const SandState& state);

}  // namespace talus::sand::mpm::device
