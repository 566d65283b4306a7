#pragma once
#include <bitset>
#include <memory>
#include <optional>
#include <vector>

#include "talus/exec/exec.h"
#include "talus/geometry/mesh/mesh.h"
#include "talus/geometry/volume/block_grid.h"

namespace talus::geometry {

/// The surface of a volume by marching cubes (liquid_surface/cube_table.h) of the filled fractions. The value
/// at a node is the mean of the eight cells around it, and the surface is where it is one half. So a
/// horizontal surface is at the exact height of the cells' contents. The mesh is closed, also at the sides of
/// the grid. Contacts, the boundary of water, erosion and pictures all use these triangles.
///
/// The surface depends on the cells only. update() recomputes only blocks that may have changed, with the
/// same bits as if it recomputed all.
class VolumeSurface {
  public:
    /// One triangle; counter-clockwise seen from outside.
    struct Triangle {
        const Vec3d &a, &b, &c;
        std::size_t number;  ///< block by block, cell by cell
    };

    /// @param changes for each block a number that changes whenever one of its cells changes
    void update(const exec::Exec& exec, const VolumeCells& cells, exec::View<const std::uint32_t> changes);

    const BlockGrid& grid() const { return grid_; }
    std::size_t triangleCount() const { return triangles_; }

    /// Whether a position is inside of the solid.
    bool inside(const Vec3d& p) const;

    /// Calls take(triangle) for all triangles in the cells that a box overlaps, in ascending order of their
    /// numbers within each block.
    template <class Take>
    void forTrianglesIn(const Box& box, Take take) const;
    /// Calls take(triangle) for all triangles, in the order of their numbers.
    template <class Take>
    void forAllTriangles(Take take) const;
    /// Whether a box may contain triangles.
    bool anyIn(const Box& box) const;

    /// The nearest point of the surface within `reach`.
    struct Nearest {
        Vec3d point;
        Vec3d normal;  ///< of the triangle, unit
        double distance;
    };
    std::optional<Nearest> nearest(const Vec3d& p, double reach) const;

    /// The whole surface as one mesh, in which triangles share points.
    Mesh mesh() const;

  private:
    static constexpr std::size_t nodes_along = 9;
    struct Block {
        /// Of its nodes and the first nodes of the next blocks.
        std::bitset<nodes_along * nodes_along * nodes_along> inside;
        std::vector<Vec3d> points;
        /// Edge of each point: axis + 3 times the node where the edge begins.
        std::vector<std::uint16_t> edge;
        std::vector<std::array<std::uint16_t, 3>> triangles;
        std::array<std::uint16_t, BlockGrid::cells_of_block + 1> first{};  ///< first triangle of each cell
        std::size_t number = 0;                                            ///< of its first triangle
    };
    static std::size_t node(std::size_t x, std::size_t y, std::size_t z) {
        return (z * nodes_along + y) * nodes_along + x;
    }
    void make(const VolumeCells& cells, std::size_t block);
    bool parityAt(const Block& block, const CellAt& cell, const Vec3d& p, unsigned corner) const;
    Triangle triangleOf(const Block& block, std::size_t t) const {
        const auto& [a, b, c] = block.triangles[t];
        return {block.points[a], block.points[b], block.points[c], block.number + t};
    }
    /// The cells that a box overlaps, clipped at the grid.
    struct Span {
        CellAt first, last;
        bool empty() const { return first.i > last.i || first.j > last.j || first.k > last.k; }
    };
    Span spanOf(const Box& box) const;
    template <class Take>
    void forBlocksIn(const Span& span, Take take) const;

    BlockGrid grid_;
    std::vector<std::uint32_t> known_;  ///< the `changes` for which the surface of each block was made
    std::vector<std::unique_ptr<Block>> blocks_;
    std::vector<std::uint8_t> full_;  ///< for blocks without a surface: whether they are inside
    std::size_t triangles_ = 0;
};

template <class Take>
void VolumeSurface::forBlocksIn(const Span& span, Take take) const {
    if (span.empty()) return;
    for (std::int64_t z = span.first.k >> 3; z <= span.last.k >> 3; ++z)
        for (std::int64_t y = span.first.j >> 3; y <= span.last.j >> 3; ++y)
            for (std::int64_t x = span.first.i >> 3; x <= span.last.i >> 3; ++x) {
                const auto& block =
                    blocks_[static_cast<std::size_t>((z * grid_.blocks[1] + y) * grid_.blocks[0] + x)];
                if (block) take(*block, CellAt{8 * x, 8 * y, 8 * z});
            }
}

template <class Take>
void VolumeSurface::forTrianglesIn(const Box& box, Take take) const {
    const Span span = spanOf(box);
    forBlocksIn(span, [&](const Block& block, const CellAt& at) {
        const auto low = [](std::int64_t x, std::int64_t from) {
            return std::max<std::int64_t>(x - from, 0);
        };
        const auto high = [](std::int64_t x, std::int64_t from) {
            return std::min<std::int64_t>(x - from, 7);
        };
        for (std::int64_t z = low(span.first.k, at.k); z <= high(span.last.k, at.k); ++z)
            for (std::int64_t y = low(span.first.j, at.j); y <= high(span.last.j, at.j); ++y) {
                const auto row = static_cast<std::size_t>(64 * z + 8 * y);
                const std::size_t
                    begin = block.first[row + static_cast<std::size_t>(low(span.first.i, at.i))],
                    end = block.first[row + static_cast<std::size_t>(high(span.last.i, at.i)) + 1];
                for (std::size_t t = begin; t < end; ++t) take(triangleOf(block, t));
            }
    });
}

template <class Take>
void VolumeSurface::forAllTriangles(Take take) const {
    for (const auto& block : blocks_)
        if (block)
            for (std::size_t t = 0; t < block->triangles.size(); ++t) take(triangleOf(*block, t));
}

}  // namespace talus::geometry
