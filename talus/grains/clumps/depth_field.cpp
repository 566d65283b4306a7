#include "talus/grains/clumps/depth_field.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "talus/geometry/closest_point.h"
#include "talus/geometry/mesh/closed_mesh.h"
#include "talus/geometry/mesh/triangle_tree.h"

namespace talus::grains {
namespace {

constexpr double nodes_along_depth = 4;
/// A cube twenty depths wide; beyond that the field takes seconds.
constexpr double max_nodes = 5e5;

/// The heights at which the vertical line through (x, y) crosses a mesh, ascending; nothing where the line
/// meets a side of a triangle, so that a crossing may be missing.
std::optional<std::vector<double>> crossings(const geometry::Mesh& mesh,
                                             const std::vector<std::uint32_t>& triangles, double x,
                                             double y) {
    std::vector<double> heights;
    for (const std::uint32_t t : triangles) {
        const auto& [i, j, k] = mesh.triangles[t];
        const Vec3d &a = mesh.points[i], &b = mesh.points[j], &c = mesh.points[k];
        const auto side = [&](const Vec3d& p, const Vec3d& q) {
            return (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x);
        };
        const double u = side(b, c), v = side(c, a), w = side(a, b), sum = u + v + w;
        const bool all_left = u >= 0 && v >= 0 && w >= 0, all_right = u <= 0 && v <= 0 && w <= 0;
        if (sum == 0 || (!all_left && !all_right)) continue;
        if (u == 0 || v == 0 || w == 0) return std::nullopt;
        heights.push_back((u * a.z + v * b.z + w * c.z) / sum);
    }
    if (heights.size() % 2 != 0) return std::nullopt;
    std::sort(heights.begin(), heights.end());
    return heights;
}

}  // namespace

Result<DepthField> DepthField::of(const geometry::Mesh& mesh, double depth) {
    if (geometry::openSides(mesh) > 0)
        return Error{ErrorKind::Input, "the mesh is not closed, so it has no inside"};
    const geometry::Box box = geometry::boundsOf(mesh);
    DepthField field;
    field.cell_ = depth / nodes_along_depth;
    const Vec3d margin = Vec3d{1, 1, 1} * (2 * field.cell_), size = box.max - box.min + margin * 2.0;
    const double nodes = (size.x / field.cell_ + 2) * (size.y / field.cell_ + 2) * (size.z / field.cell_ + 2);
    if (!(nodes <= max_nodes))
        return Error{ErrorKind::Input, "the spheres are too small for the mesh: raise sphere_radius"};
    field.low_ = box.min - margin;
    field.count_ = {static_cast<std::size_t>(size.x / field.cell_) + 2,
                    static_cast<std::size_t>(size.y / field.cell_) + 2,
                    static_cast<std::size_t>(size.z / field.cell_) + 2};
    const auto [nx, ny, nz] = field.count_;
    field.values_.resize(nx * ny * nz);

    // The triangles over each line of nodes.
    std::vector<std::vector<std::uint32_t>> over(nx * ny);
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        geometry::Box around{mesh.points[mesh.triangles[t][0]], mesh.points[mesh.triangles[t][0]]};
        for (const std::uint32_t p : mesh.triangles[t]) {
            const Vec3d& at = mesh.points[p];
            around.min = {std::min(around.min.x, at.x), std::min(around.min.y, at.y), 0};
            around.max = {std::max(around.max.x, at.x), std::max(around.max.y, at.y), 0};
        }
        const auto index = [&](double offset, std::size_t count) {
            return std::min(count - 1, static_cast<std::size_t>(std::max(0.0, offset / field.cell_)));
        };
        for (std::size_t j = index(around.min.y - field.low_.y, ny);
             j <= std::min(ny - 1, index(around.max.y - field.low_.y, ny) + 1); ++j)
            for (std::size_t i = index(around.min.x - field.low_.x, nx);
                 i <= std::min(nx - 1, index(around.max.x - field.low_.x, nx) + 1); ++i)
                over[j * nx + i].push_back(t);
    }
    const geometry::TriangleTree tree(mesh);
    const double far = 2 * depth;
    std::vector<std::uint32_t> near;
    for (std::size_t j = 0; j < ny; ++j)
        for (std::size_t i = 0; i < nx; ++i) {
            const Vec3d base = field.place({i, j, 0});
            // Lines that meet sides of triangles are moved by a millionth of a cell.
            std::optional<std::vector<double>> heights;
            constexpr int max_tries = 40;
            for (int k = 0; k < max_tries && !heights; ++k) {
                const double shift = 1e-6 * field.cell_ * k;
                heights = crossings(mesh, over[j * nx + i], base.x + shift, base.y + 0.618 * shift);
            }
            if (!heights)
                return Error{ErrorKind::Input, "the inside of the mesh cannot be told: it crosses itself"};
            for (std::size_t k = 0; k < nz; ++k) {
                const Vec3d p = field.place({i, j, k});
                near.clear();
                tree.near(p, far, near);
                double distance = far;
                for (const std::uint32_t t : near) {
                    const auto& [a, b, c] = mesh.triangles[t];
                    const auto found =
                        geometry::closestOnTriangle(mesh.points[a], mesh.points[b], mesh.points[c], p);
                    distance = std::min(distance, length(p - found.point));
                }
                const auto below = std::lower_bound(heights->begin(), heights->end(), p.z) - heights->begin();
                field.values_[(k * ny + j) * nx + i] = (below % 2 != 0 ? -distance : distance) + depth;
            }
        }
    return field;
}

DepthField::Value DepthField::value(const Vec3d& p) const {
    const Vec3d q = (p - low_) / cell_;
    const auto split = [](double x, std::size_t count) {
        const double inside = std::clamp(x, 0.0, static_cast<double>(count) - 1.000001);
        const auto i = static_cast<std::size_t>(inside);
        return std::pair{i, inside - static_cast<double>(i)};
    };
    const auto [i, x] = split(q.x, count_[0]);
    const auto [j, y] = split(q.y, count_[1]);
    const auto [k, z] = split(q.z, count_[2]);
    Value value{0, {}};
    for (std::size_t c = 0; c < 8; ++c) {
        const bool right = c & 1, back = c & 2, top = c & 4;
        const double f = at({i + right, j + back, k + top});
        const double wx = right ? x : 1 - x, wy = back ? y : 1 - y, wz = top ? z : 1 - z;
        value.depth += wx * wy * wz * f;
        value.normal +=
            Vec3d{(right ? 1 : -1) * wy * wz, (back ? 1 : -1) * wx * wz, (top ? 1 : -1) * wx * wy} * f;
    }
    const double size = length(value.normal);
    value.normal = size > 0 ? value.normal / size : Vec3d{0, 0, 1};
    return value;
}

}  // namespace talus::grains
