#pragma once
#include <array>
#include <cmath>
#include <cstdint>

#include "talus/environment/periodic.h"
#include "talus/math/vec.h"

/// The grid of the material point method in tiles of 4 x 4 x 4 nodes, of which only those near sand exist. A
/// particle is in the tile of the lowest of its 27 nodes. The nodes that particles of a tile reach form the
/// tile's patch: one more node on the low side, and three more on the high side, so that particles may move
/// by a cell before they are put into tiles again.
namespace talus::sand::mpm {

inline constexpr int tile_cells = 4;
inline constexpr int tile_nodes = tile_cells * tile_cells * tile_cells;
inline constexpr int patch_side = 8;    ///< nodes: from -1 to 6, relative to the tile's first
inline constexpr int patch_first = -1;  ///< of its nodes, relative to the tile's first
inline constexpr int patch_nodes = patch_side * patch_side * patch_side;

/// Coordinates of a tile.
using TileAt = std::array<std::int32_t, 3>;

/// 21 bits for each coordinate; x varies fastest.
inline constexpr std::int32_t tile_offset = 1 << 20;
TALUS_HD inline std::uint64_t codeOf(const TileAt& t) {
    const auto bits = [](std::int32_t n) {
        const std::int32_t positive = n + tile_offset;
        return static_cast<std::uint64_t>(positive);
    };
    return bits(t[2]) << 42 | bits(t[1]) << 21 | bits(t[0]);
}
TALUS_HD inline TileAt tileOf(std::uint64_t code) {
    const auto part = [&](int shift) {
        return static_cast<std::int32_t>(code >> shift & 0x1fffff) - tile_offset;
    };
    return {part(0), part(21), part(42)};
}

/// Largest coordinate of sand, in cells. The codes have room for four times as many.
inline constexpr double max_cells = 1e6;

/// The positions of nodes and tiles.
struct Lattice {
    Vec3d origin;         ///< of node (0, 0, 0) [m]
    double cell = 1;      ///< [m]
    double per_cell = 1;  ///< [1/m]
    Vec3d period;         ///< of the domain in cells, a multiple of tile_cells; 0 where it is open
    std::array<std::int32_t, 3> tiles{};  ///< in a period; 0 where it is open

    Lattice() = default;
    Lattice(const Vec3d& at, double side, const environment::Periodic& domain)
        : origin(at),
          cell(side),
          per_cell(1 / side),
          period{std::round(domain.length.x / side), std::round(domain.length.y / side),
                 std::round(domain.length.z / side)},
          tiles{static_cast<std::int32_t>(period.x) / tile_cells,
                static_cast<std::int32_t>(period.y) / tile_cells,
                static_cast<std::int32_t>(period.z) / tile_cells} {}

    /// The tile that stands for this one in a periodic domain.
    TALUS_HD TileAt wrapped(TileAt t) const {
        for (std::size_t a = 0; a < 3; ++a)
            if (tiles[a] > 0)
                t[a] -= tiles[a] * static_cast<std::int32_t>(std::floor(double(t[a]) / tiles[a]));
        return t;
    }
    TALUS_HD TileAt tileAt(const Vec3d& p) const {
        const auto coordinate = [&](double x, double low) {
            return static_cast<std::int32_t>(std::floor(((x - low) * per_cell - 0.5) * (1.0 / tile_cells)));
        };
        return wrapped({coordinate(p.x, origin.x), coordinate(p.y, origin.y), coordinate(p.z, origin.z)});
    }
    /// The first node of a tile [m].
    TALUS_HD Vec3d cornerOf(const TileAt& t) const {
        return origin + Vec3d{double(t[0]), double(t[1]), double(t[2])} * (tile_cells * cell);
    }
    /// A position in cells relative to a tile's first node; in a periodic domain that of the copy nearest to
    /// the middle of the tile's patch.
    TALUS_HD Vec3d inTile(const Vec3d& p, const Vec3d& corner) const {
        Vec3d r = (p - corner) * per_cell;
        constexpr double middle = 2.5;  // of the coordinates that particles of a tile may have: -0.5 to 5.5
        const auto nearest = [](double& x, double length) {
            if (length > 0) x -= length * std::round((x - middle) / length);
        };
        nearest(r.x, period.x);
        nearest(r.y, period.y);
        nearest(r.z, period.z);
        return r;
    }
    /// Whether the particle's nodes are in the patch of the tile.
    TALUS_HD static bool reaches(const Vec3d& in_tile) {
        constexpr double low = -0.5, high = 5.5;
        return in_tile.x >= low && in_tile.x < high && in_tile.y >= low && in_tile.y < high &&
               in_tile.z >= low && in_tile.z < high;
    }
};

/// Whether codeOf() has a number for the tile of a position.
TALUS_HD inline bool isOnGrid(const Lattice& lattice, const Vec3d& p) {
    const Vec3d r = (p - lattice.origin) * lattice.per_cell;
    return std::abs(r.x) < max_cells && std::abs(r.y) < max_cells && std::abs(r.z) < max_cells;
}

/// The index of a node of a patch, or of a tile. Nodes along z are consecutive.
inline constexpr int patchIndex(int i, int j, int k) { return (i * patch_side + j) * patch_side + k; }
inline constexpr int nodeIndex(int i, int j, int k) { return (i * tile_cells + j) * tile_cells + k; }

/// The first of the nodes of a particle in its patch. @pre Lattice::reaches(in_tile)
inline int firstInPatch(const Vec3d& in_tile) {
    const auto first = [](double x) { return static_cast<int>(std::floor(x - 0.5)) - patch_first; };
    return patchIndex(first(in_tile.x), first(in_tile.y), first(in_tile.z));
}

}  // namespace talus::sand::mpm
