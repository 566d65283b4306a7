#pragma once
#include <algorithm>
#include <bit>
#include <compare>
#include <cstdint>
#include <vector>

#include "talus/cloth/contact/box_tree.h"
#include "talus/exec/exec.h"
#include "talus/exec/view.h"

/// Blocks of grids that are so flat that nothing within them comes close: a search need not open them.
///
/// A point X of the sheet at rest is now at x(X), linear in each triangle, with the gradients g_u and g_v
/// along rows and columns. In the plane of two orthonormal vectors e_1, e_2 it is at y = (e_1.x, e_2.x).
/// Where the symmetric part of dy/dX has no eigenvalue below m in a rectangle, then along the segment from A
/// to B, which is in the rectangle,
///
///     (B - A).(y(B) - y(A)) >= m |B - A|^2,   so   |x(B) - x(A)| >= m |B - A|.
///
/// Features without a common point are at rest apart by the smallest height h of a triangle or more. So they
/// stay apart by m h, less what their points may stray. That surfaces of like normals do not meet themselves
/// is known from Volino and Magnenat-Thalmann (1994, "Efficient self-collision detection on smoothly
/// discretized surface animations using geometrical shape regularity"); here they keep a distance, too.
namespace talus::cloth {

/// A sheet that is a grid, or one of its copies.
struct GridOfCells {
    std::uint32_t first_point = 0, first_triangle = 0;
    std::uint32_t cells_x = 0, cells_y = 0;  ///< two triangles each, row by row
    double dx = 0, dy = 0;                   ///< sides of a cell at rest [m]
    double keep = 0;                         ///< distance that its layers keep [m]
};

/// How points are expected to move: from `at` with `velocity`, for some time, within `bound` of that.
struct ExpectedMotion {
    exec::View<const Vec3d> at, velocity;
    exec::View<const double> bound;
    double duration = 0;
};

class FlatBlocks {
  public:
    FlatBlocks() = default;
    /// @param tree over all triangles
    FlatBlocks(const std::vector<GridOfCells>& grids, std::size_t triangles, const BoxTree& tree);

    bool empty() const { return grids_.empty(); }

    /// Finds which blocks are flat.
    void measure(const exec::Exec& exec, const ExpectedMotion& motion);
    /// The same where the points of some triangles move otherwise than when it was measured.
    /// @param triangles all at each of these points
    void measureAgain(const ExpectedMotion& motion, const std::vector<std::uint32_t>& triangles);

    /// Whether all of two nodes of the tree, or of a node or triangle and a triangle, is in one flat block.
    bool haveNodes(std::uint32_t a, std::uint32_t b) const { return have(of_node_[a], of_node_[b]); }
    bool haveNodeAndTriangle(std::uint32_t node, std::uint32_t t) const {
        return have(of_node_[node], of_triangle_[t]);
    }
    bool haveTriangles(std::uint32_t s, std::uint32_t t) const {
        return have(of_triangle_[s], of_triangle_[t]);
    }

  private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    /// Cells on a side of the smallest tiles, as a power of two. Fitted to the time of a sheet that hangs and
    /// of one on a ball.
    static constexpr std::uint32_t tile_bits = 1;

    /// A rectangle of cells of a grid, both ends included.
    struct Cells {
        std::uint32_t grid = none;
        std::uint32_t low_x = 0, high_x = 0, low_y = 0, high_y = 0;
    };
    /// Bounds of the gradients in a rectangle of cells, and the largest bound of its points.
    struct Gradients {
        Vec3d low_u, high_u, low_v, high_v;
        double bound = 0;
    };
    /// Tiles of 2^(k + 1) cells on a side. A block is a tile with its next ones along x, y and both.
    struct Level {
        std::uint32_t tiles_x = 0, tiles_y = 0;
        std::vector<Gradients> tiles;
        std::vector<std::uint8_t> flat;  ///< of the block at each tile
    };
    struct Grid {
        GridOfCells cells;
        std::vector<Level> levels;
    };
    struct Tile {
        std::uint32_t grid = 0, y = 0, x = 0;
        auto operator<=>(const Tile&) const = default;
    };

    static Cells joined(const Cells& a, const Cells& b) {
        if (a.grid == none || a.grid != b.grid) return {};
        return {a.grid, std::min(a.low_x, b.low_x), std::max(a.high_x, b.high_x), std::min(a.low_y, b.low_y),
                std::max(a.high_y, b.high_y)};
    }
    bool have(const Cells& a, const Cells& b) const {
        const Cells both = joined(a, b);
        if (both.grid == none) return false;
        // No more than a tile from end to end: in two tiles that follow one another.
        const std::uint32_t size = std::max(both.high_x - both.low_x, both.high_y - both.low_y);
        const auto wanted = static_cast<std::size_t>(std::bit_width((std::max(size, 1U) - 1) >> tile_bits));
        const std::vector<Level>& levels = grids_[both.grid].levels;
        const std::size_t k = std::min(wanted, levels.size() - 1), bits = tile_bits + k;
        return levels[k].flat[(both.low_y >> bits) * levels[k].tiles_x + (both.low_x >> bits)] != 0;
    }
    static Gradients gradientsOf(const Grid& grid, const Tile& tile, const ExpectedMotion& motion);
    static Gradients boundsOfBlock(const Level& level, std::uint32_t x, std::uint32_t y);
    static void judge(const GridOfCells& cells, Level& level, std::uint32_t x, std::uint32_t y);

    std::vector<Grid> grids_;
    std::vector<Cells> of_triangle_, of_node_;
    std::vector<Tile> changed_;
};

}  // namespace talus::cloth
