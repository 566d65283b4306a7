#include "talus/cloth/contact/flat_blocks.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talus/exec/for_each.h"

namespace talus::cloth {
namespace {

/// For round-off, far above it.
constexpr double margin = 1 - 1e-6;

Vec3d smaller(const Vec3d& a, const Vec3d& b) {
    return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
}
Vec3d larger(const Vec3d& a, const Vec3d& b) {
    return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
}

/// The largest of |e.d| for |d| at most `half` in each component.
double spread(const Vec3d& e, const Vec3d& half) {
    return std::abs(e.x) * half.x + std::abs(e.y) * half.y + std::abs(e.z) * half.z;
}

/// A lower bound of the eigenvalues of the symmetric part of [e_a . g_b] (Gershgorin's), for all gradients
/// within half_u, half_v of u, v. The plane is that in which u and v have the same angle to e_1 and e_2.
double leastStretch(const Vec3d& u, const Vec3d& half_u, const Vec3d& v, const Vec3d& half_v) {
    if (!(squaredLength(u) > 0) || !(squaredLength(v) > 0)) return 0;
    const Vec3d to_u = normalized(u), to_v = normalized(v), sum = to_u + to_v, difference = to_u - to_v;
    if (!(squaredLength(sum) > 1e-6) || !(squaredLength(difference) > 1e-6)) return 0;
    const Vec3d p = normalized(sum) * std::sqrt(0.5), q = normalized(difference) * std::sqrt(0.5);
    const Vec3d e1 = p + q, e2 = p - q;
    const double uu = dot(e1, u) - spread(e1, half_u), vv = dot(e2, v) - spread(e2, half_v);
    const double uv = std::abs(dot(e1, v) + dot(e2, u)) + spread(e1, half_v) + spread(e2, half_u);
    return std::min(uu, vv) - 0.5 * uv;
}

}  // namespace

FlatBlocks::FlatBlocks(const std::vector<GridOfCells>& grids, std::size_t triangles, const BoxTree& tree) {
    of_triangle_.resize(triangles);
    for (const GridOfCells& cells : grids) {
        const auto number = static_cast<std::uint32_t>(grids_.size());
        Grid grid{cells, {}};
        for (std::uint32_t bits = tile_bits;; ++bits) {
            Level level;
            level.tiles_x = ((cells.cells_x - 1) >> bits) + 1;
            level.tiles_y = ((cells.cells_y - 1) >> bits) + 1;
            level.tiles.resize(std::size_t{level.tiles_x} * level.tiles_y);
            level.flat.resize(level.tiles.size());
            grid.levels.push_back(std::move(level));
            if (grid.levels.back().tiles.size() == 1) break;
        }
        for (std::uint32_t y = 0; y < cells.cells_y; ++y)
            for (std::uint32_t x = 0; x < cells.cells_x; ++x)
                for (std::uint32_t k = 0; k < 2; ++k)
                    of_triangle_[cells.first_triangle + 2 * (y * cells.cells_x + x) + k] = {number, x, x, y,
                                                                                            y};
        grids_.push_back(std::move(grid));
    }
    of_node_.resize(tree.nodes().size());
    for (std::size_t n = tree.nodes().size(); n-- > 0;) {
        const BoxTree::Node& node = tree.nodes()[n];
        const bool leaf = node.count > 0;
        of_node_[n] = leaf ? of_triangle_[tree.order()[node.first]]
                           : joined(of_node_[node.first], of_node_[node.first + 1]);
        for (std::uint32_t k = 1; k < node.count; ++k)
            of_node_[n] = joined(of_node_[n], of_triangle_[tree.order()[node.first + k]]);
    }
}

FlatBlocks::Gradients FlatBlocks::gradientsOf(const Grid& grid, const Tile& tile,
                                              const ExpectedMotion& motion) {
    const GridOfCells& cells = grid.cells;
    const std::uint32_t row = cells.cells_x + 1;
    const std::uint32_t x0 = tile.x << tile_bits, x1 = std::min(x0 + (1U << tile_bits), cells.cells_x),
                        y0 = tile.y << tile_bits, y1 = std::min(y0 + (1U << tile_bits), cells.cells_y);
    constexpr double far = std::numeric_limits<double>::max();
    const Vec3d most{far, far, far};
    Gradients g{most, -most, most, -most, 0};
    // At the start and at the end: in between, gradients are means of these.
    const auto add = [&](std::uint32_t from, std::uint32_t to, double side, Vec3d& low, Vec3d& high) {
        const Vec3d start = (motion.at[to] - motion.at[from]) / side,
                    end = start + (motion.velocity[to] - motion.velocity[from]) * (motion.duration / side);
        low = smaller(low, smaller(start, end));
        high = larger(high, larger(start, end));
    };
    for (std::uint32_t y = y0; y <= y1; ++y)
        for (std::uint32_t x = x0; x <= x1; ++x) {
            const std::uint32_t p = cells.first_point + y * row + x;
            g.bound = std::max(g.bound, motion.bound[p]);
            if (x < x1) add(p, p + 1, cells.dx, g.low_u, g.high_u);
            if (y < y1) add(p, p + row, cells.dy, g.low_v, g.high_v);
        }
    return g;
}

/// Bounds of a block of a level: a tile with the next ones.
FlatBlocks::Gradients FlatBlocks::boundsOfBlock(const Level& level, std::uint32_t x, std::uint32_t y) {
    const auto tile = [&](std::uint32_t i, std::uint32_t j) -> const Gradients& {
        return level.tiles[std::size_t{j} * level.tiles_x + i];
    };
    Gradients sum = tile(x, y);
    const auto join = [&](const Gradients& g) {
        sum = {smaller(sum.low_u, g.low_u), larger(sum.high_u, g.high_u), smaller(sum.low_v, g.low_v),
               larger(sum.high_v, g.high_v), std::max(sum.bound, g.bound)};
    };
    const bool right = x + 1 < level.tiles_x, up = y + 1 < level.tiles_y;
    if (right) join(tile(x + 1, y));
    if (up) join(tile(x, y + 1));
    if (right && up) join(tile(x + 1, y + 1));
    return sum;
}

void FlatBlocks::judge(const GridOfCells& cells, Level& level, std::uint32_t x, std::uint32_t y) {
    const double dx = cells.dx, dy = cells.dy, height = dx * dy / std::sqrt(dx * dx + dy * dy);
    const Gradients g = boundsOfBlock(level, x, y);
    const double stretch = leastStretch((g.low_u + g.high_u) * 0.5, (g.high_u - g.low_u) * 0.5,
                                        (g.low_v + g.high_v) * 0.5, (g.high_v - g.low_v) * 0.5);
    level.flat[std::size_t{y} * level.tiles_x + x] =
        stretch * height * margin > cells.keep + 2 * g.bound ? 1 : 0;
}

void FlatBlocks::measure(const exec::Exec& exec, const ExpectedMotion& motion) {
    constexpr std::size_t tiles_a_task = 64;
    for (Grid& grid : grids_)
        for (std::size_t k = 0; k < grid.levels.size(); ++k) {
            Level& level = grid.levels[k];
            const auto place = [&](std::size_t tile) {
                return Tile{0, static_cast<std::uint32_t>(tile / level.tiles_x),
                            static_cast<std::uint32_t>(tile % level.tiles_x)};
            };
            exec::for_each(
                exec, level.tiles.size(),
                [&](std::size_t tile) {
                    const Tile at = place(tile);
                    level.tiles[tile] = k == 0 ? gradientsOf(grid, at, motion)
                                               : boundsOfBlock(grid.levels[k - 1], 2 * at.x, 2 * at.y);
                },
                tiles_a_task);
            exec::for_each(
                exec, level.tiles.size(),
                [&](std::size_t tile) { judge(grid.cells, level, place(tile).x, place(tile).y); },
                tiles_a_task);
        }
}

void FlatBlocks::measureAgain(const ExpectedMotion& motion, const std::vector<std::uint32_t>& triangles) {
    changed_.clear();
    for (const std::uint32_t t : triangles)
        if (const Cells& cells = of_triangle_[t]; cells.grid != none)
            changed_.push_back({cells.grid, cells.low_y >> tile_bits, cells.low_x >> tile_bits});
    for (std::size_t k = 0; !changed_.empty(); ++k) {
        std::sort(changed_.begin(), changed_.end());
        changed_.erase(std::unique(changed_.begin(), changed_.end()), changed_.end());
        std::erase_if(changed_, [&](const Tile& tile) { return k >= grids_[tile.grid].levels.size(); });
        for (const Tile& at : changed_) {
            Grid& grid = grids_[at.grid];
            Level& level = grid.levels[k];
            level.tiles[std::size_t{at.y} * level.tiles_x + at.x] =
                k == 0 ? gradientsOf(grid, at, motion)
                       : boundsOfBlock(grid.levels[k - 1], 2 * at.x, 2 * at.y);
        }
        for (Tile& at : changed_) {
            Grid& grid = grids_[at.grid];
            for (std::uint32_t y = at.y - std::min(at.y, 1U); y <= at.y; ++y)
                for (std::uint32_t x = at.x - std::min(at.x, 1U); x <= at.x; ++x)
                    judge(grid.cells, grid.levels[k], x, y);
            at.x /= 2;
            at.y /= 2;
        }
    }
}

}  // namespace talus::cloth
