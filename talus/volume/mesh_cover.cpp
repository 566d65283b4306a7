#include "talus/volume/mesh_cover.h"

#include <algorithm>
#include <cmath>

namespace talus::volume {
namespace {

using geometry::BlockGrid;

constexpr int parts = 4;
/// Offset of the lines from the centres of their parts of a cell, in cells. Without it lines would often pass
/// exactly through corners and edges of meshes, which are often at round numbers.
constexpr double off_x = 1.3e-5, off_y = 2.9e-5;

/// Whether the vertical line through (x, y) crosses a triangle, and at which height.
bool crossesTriangle(const Vec3d& a, const Vec3d& b, const Vec3d& c, double x, double y, double& height) {
    const auto side = [&](const Vec3d& p, const Vec3d& q) {
        return (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x);
    };
    const double u = side(b, c), v = side(c, a), w = side(a, b), sum = u + v + w;
    if (sum == 0 || (u > 0) != (v > 0) || (v > 0) != (w > 0)) return false;
    height = (u * a.z + v * b.z + w * c.z) / sum;
    return true;
}

/// The blocks within the bounds of a triangle, enlarged by half a cell: first and last along x, y and z. If
/// the last is before the first, there are none.
struct BlockSpan {
    std::array<std::int64_t, 3> first, last;
};
BlockSpan spanOf(const BlockGrid& grid, const Vec3d& p, const Vec3d& q, const Vec3d& r) {
    BlockSpan span;
    const double size = BlockGrid::side * grid.cell, margin = 0.5 * grid.cell;
    const auto along = [&](std::size_t axis, double a, double b, double c, double from) {
        const double count = grid.blocks[axis];
        const auto block = [&](double x) { return std::clamp(std::floor((x - from) / size), -1.0, count); };
        span.first[axis] = static_cast<std::int64_t>(std::max(0.0, block(std::min({a, b, c}) - margin)));
        span.last[axis] = static_cast<std::int64_t>(std::min(count - 1, block(std::max({a, b, c}) + margin)));
    };
    along(0, p.x, q.x, r.x, grid.corner.x);
    along(1, p.y, q.y, r.y, grid.corner.y);
    along(2, p.z, q.z, r.z, grid.corner.z);
    return span;
}

}  // namespace

double MeshCover::bytesOf(const BlockGrid& grid, const geometry::Mesh& mesh) {
    double bytes = 60.0 * grid.blocks[0] * grid.blocks[1] + double(grid.size()) / 8;
    for (const auto& [a, b, c] : mesh.triangles) {
        const auto [first, last] = spanOf(grid, mesh.points[a], mesh.points[b], mesh.points[c]);
        // Growing lists have up to twice the capacity that they need.
        bytes += 2.0 * sizeof(std::uint32_t) * std::max<double>(0, double(last[0] - first[0] + 1)) *
                 std::max<double>(0, double(last[1] - first[1] + 1));
    }
    return bytes;
}

MeshCover::MeshCover(const BlockGrid& grid, const geometry::Mesh* mesh) : grid_(grid), mesh_(mesh) {
    if (mesh == nullptr) return;
    const std::size_t columns = std::size_t{grid.blocks[0]} * grid.blocks[1];
    triangles_.resize(columns);
    crossings_.resize(columns);
    touched_.resize(grid.size());
    const double size = BlockGrid::side * grid.cell;
    for (std::uint32_t t = 0; t < mesh->triangles.size(); ++t) {
        const auto& [a, b, c] = mesh->triangles[t];
        const Vec3d &p = mesh->points[a], &q = mesh->points[b], &r = mesh->points[c];
        const auto [first, last] = spanOf(grid, p, q, r);
        for (std::int64_t j = first[1]; j <= last[1]; ++j)
            for (std::int64_t i = first[0]; i <= last[0]; ++i) {
                const auto column = static_cast<std::size_t>(j * grid.blocks[0] + i);
                triangles_[column].push_back(t);
                double height = 0;
                if (crossesTriangle(
                        p, q, r, grid.corner.x + double(i) * size + (0.5 / parts + off_x) * grid.cell,
                        grid.corner.y + double(j) * size + (0.5 / parts + off_y) * grid.cell, height))
                    crossings_[column].push_back(height);
                for (std::int64_t k = first[2]; k <= last[2]; ++k)
                    touched_[static_cast<std::size_t>(k) * columns + column] = true;
            }
    }
    for (std::vector<double>& heights : crossings_) std::sort(heights.begin(), heights.end());
}

std::optional<double> MeshCover::whole(const geometry::Box& box) const {
    const geometry::CellAt middle = cellAt(grid_, centreOf(box));
    const std::size_t block = blockOf(grid_, middle), columns = crossings_.size();
    if (touched_[block]) return std::nullopt;
    const std::vector<double>& heights = crossings_[block % columns];
    const auto above = std::upper_bound(heights.begin(), heights.end(), centreOf(box).z);
    // A line is inside of the mesh from each odd crossing to the next one.
    return (above - heights.begin()) % 2 == 1 && above != heights.end() ? 1.0 : 0.0;
}

void MeshCover::fill(const geometry::CellAt& first,
                     std::array<double, BlockGrid::cells_of_block>& share) const {
    const auto& near = triangles_[static_cast<std::size_t>((first.j / BlockGrid::side) * grid_.blocks[0] +
                                                           first.i / BlockGrid::side)];
    const Vec3d corner = cornerOf(grid_, first);
    constexpr int lines = parts * int{BlockGrid::side};
    const auto positionOf = [&](int line, double from, double off) {
        return from + ((line + 0.5) / parts + off) * grid_.cell;
    };
    // Heights at which each line crosses the mesh, in cells above the bottom of the block.
    std::vector<std::vector<double>> heights(std::size_t{lines} * lines);
    for (const std::uint32_t t : near) {
        const auto& [ia, ib, ic] = mesh_->triangles[t];
        const Vec3d &a = mesh_->points[ia], &b = mesh_->points[ib], &c = mesh_->points[ic];
        const auto span = [&](double low, double high, double from) {
            const auto line = [&](double x) {
                return std::clamp((x - from) / grid_.cell * parts, -1.0, lines + 1.0);
            };
            return std::pair{std::max(0, static_cast<int>(line(low)) - 1),
                             std::min(lines - 1, static_cast<int>(line(high)) + 1)};
        };
        const auto [u0, u1] = span(std::min({a.x, b.x, c.x}), std::max({a.x, b.x, c.x}), corner.x);
        const auto [v0, v1] = span(std::min({a.y, b.y, c.y}), std::max({a.y, b.y, c.y}), corner.y);
        double height = 0;
        for (int v = v0; v <= v1; ++v)
            for (int u = u0; u <= u1; ++u)
                if (crossesTriangle(a, b, c, positionOf(u, corner.x, off_x), positionOf(v, corner.y, off_y),
                                    height))
                    heights[static_cast<std::size_t>(v * lines + u)].push_back((height - corner.z) /
                                                                               grid_.cell);
    }
    for (int v = 0; v < lines; ++v)
        for (int u = 0; u < lines; ++u) {
            std::vector<double>& line = heights[static_cast<std::size_t>(v * lines + u)];
            std::sort(line.begin(), line.end());
            for (std::size_t k = 0; k + 1 < line.size(); k += 2)
                for (int z = 0; z < BlockGrid::side; ++z) {
                    const double in = std::min(line[k + 1], z + 1.0) - std::max(line[k], double(z));
                    if (in > 0)
                        share[static_cast<std::size_t>(64 * z + 8 * (v / parts) + u / parts)] +=
                            in / (parts * parts);
                }
        }
    // The sum of sixteen parts may exceed 1 by round-off.
    for (double& s : share) s = std::min(s, 1.0);
}

}  // namespace talus::volume
