#include "talus/sand/mpm/walls/mirror.h"

#include <cmath>

namespace talus::sand::mpm {

void setMirrored(const Lattice& lattice, const Grid& grid, std::size_t tile, const Vec3d& node,
                 Touch& touch) {
    const double cell = lattice.cell, depth = dot(touch.point - node, touch.normal);
    // Particles reach nodes up to one and a half cells behind a surface.
    if (!(depth > on_surface * cell) || !(depth < 1.5 * cell)) return;
    const Grid::Reached& home = grid.reached[tile];
    const Vec3d image = (node + touch.normal * (2 * depth) - home.corner) * lattice.per_cell;
    const TileAt at = tileOf(home.code);
    const double low[3] = {std::floor(image.x), std::floor(image.y), std::floor(image.z)};
    const double beyond[3] = {image.x - low[0], image.y - low[1], image.z - low[2]};
    for (int corner = 0; corner < 8; ++corner) {
        double weight = 1;
        int index[3];
        TileAt in = at;
        for (int a = 0; a < 3; ++a) {
            const bool upper = (corner >> a & 1) != 0;
            weight *= upper ? beyond[a] : 1 - beyond[a];
            const int n = static_cast<int>(low[a]) + (upper ? 1 : 0);
            const int tiles = static_cast<int>(std::floor(static_cast<double>(n) / tile_cells));
            in[static_cast<std::size_t>(a)] += tiles;
            index[a] = n - tiles * tile_cells;
        }
        const std::uint32_t of = grid.reachedAt(codeOf(lattice.wrapped(in)));
        if (of == no_tile || weight == 0) continue;
        const int n = nodeIndex(index[0], index[1], index[2]);
        const Node& in_front = grid.nodes[of].nodes[static_cast<std::size_t>(n)];
        if (!(in_front.w > 0)) continue;
        const Vec3d position =
            node + touch.normal * (2 * depth) +
            (Vec3d{corner & 1 ? 1 - beyond[0] : -beyond[0], corner & 2 ? 1 - beyond[1] : -beyond[1],
                   corner & 4 ? 1 - beyond[2] : -beyond[2]} *
             cell);
        if (!(dot(position - touch.point, touch.normal) > on_surface * cell)) continue;
        touch.mirrored += wide(in_front.xyz()) * weight;
        touch.share += weight;
    }
}

}  // namespace talus::sand::mpm
