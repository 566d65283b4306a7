#include "talus/render/sprites/cloud.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace talus::render {
namespace {

constexpr int max_cells = 80;    ///< along an axis
constexpr int border_cells = 2;  ///< empty cells around the puffs, because the texture is clamped at its edge
/// Maximum coordinate and radius of a puff, in focus radii. Farther puffs would make all cells too coarse.
constexpr double max_coordinate = 4;
constexpr double min_cell_radii = 0.7;  ///< minimum side of a cell, in mean radii of the puffs

bool counts(const Puff& puff) {
    return puff.shade > 0 && std::max({std::abs(puff.centre.x), std::abs(puff.centre.y),
                                       std::abs(puff.centre.z), puff.radius}) < max_coordinate;
}

}  // namespace

Cloud::Cloud(std::span<const Puff> puffs, const Vec3d& to_light) {
    const Vec3d light = normalized(to_light);
    const Vec3d side = normalized(cross(std::abs(light.z) < 0.9 ? Vec3d{0, 0, 1} : Vec3d{1, 0, 0}, light));
    axes_ = {side, cross(light, side), light};
    std::array<double, 3> low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};
    double radii = 0, shades = 0;
    for (const Puff& puff : puffs) {
        if (!counts(puff)) continue;
        radii += puff.shade * puff.radius;
        shades += puff.shade;
        for (std::size_t a = 0; a < 3; ++a) {
            const double x = dot(axes_[a], puff.centre);
            low[a] = std::min(low[a], x - puff.radius);
            high[a] = std::max(high[a], x + puff.radius);
        }
    }
    if (shades > 0) {
        const double longest = std::max({high[0] - low[0], high[1] - low[1], high[2] - low[2]});
        side_ = std::max(longest / max_cells, min_cell_radii * radii / shades);
        for (std::size_t a = 0; a < 3; ++a) {
            cells_[a] = int(std::ceil((high[a] - low[a]) / side_)) + 2 * border_cells;
            low[a] -= border_cells * side_;
        }
        low_ = {low[0], low[1], low[2]};
    }
    depth_.assign(std::size_t(cells_[0]) * std::size_t(cells_[1]) * std::size_t(cells_[2]), 0);
    for (const Puff& puff : puffs)
        if (counts(puff)) add(puff);
    for (int j = 0; j < cells_[1]; ++j)
        for (int i = 0; i < cells_[0]; ++i) {
            float sum = 0;
            for (int k = cells_[2] - 1; k >= 0; --k) {
                float& cell = depth_[at(i, j, k)];
                const float own = cell;
                cell = sum + 0.5f * own;
                sum += own;
            }
        }
}

std::size_t Cloud::at(int i, int j, int k) const {
    return (std::size_t(k) * std::size_t(cells_[1]) + std::size_t(j)) * std::size_t(cells_[0]) +
           std::size_t(i);
}

/// Coordinates in cells from the lower corner.
Vec3d Cloud::inGrid(const Vec3d& p) const {
    return (Vec3d{dot(axes_[0], p), dot(axes_[1], p), dot(axes_[2], p)} - low_) / side_;
}

/// Spreads a puff over the cells that it covers, with the profile (1 - r^2)^2 that it is drawn with.
void Cloud::add(const Puff& puff) {
    const Vec3d middle = inGrid(puff.centre);
    const double reach = std::max(puff.radius / side_, 1.0);
    const auto first = [&](double x) { return std::max(0, int(std::floor(x - reach))); };
    const auto last = [&](double x, int cells) { return std::min(cells - 1, int(std::floor(x + reach))); };
    const auto each = [&](auto&& visit) {
        for (int k = first(middle.z); k <= last(middle.z, cells_[2]); ++k)
            for (int j = first(middle.y); j <= last(middle.y, cells_[1]); ++j)
                for (int i = first(middle.x); i <= last(middle.x, cells_[0]); ++i) {
                    const double near =
                        1 - squaredLength(Vec3d{i + 0.5, j + 0.5, k + 0.5} - middle) / (reach * reach);
                    if (near > 0) visit(at(i, j, k), near * near);
                }
    };
    double whole = 0;
    each([&](std::size_t, double share) { whole += share; });
    if (!(whole > 0)) return;
    const double depth = puff.shade / (side_ * side_ * whole);
    each([&](std::size_t cell, double share) { depth_[cell] += float(depth * share); });
}

double Cloud::depthAt(const Vec3d& point) const {
    const Vec3d p = inGrid(point) - Vec3d{0.5, 0.5, 0.5};
    const auto clamped = [](double x, int cells) { return std::clamp(x, 0.0, cells - 1.0); };
    const double x = clamped(p.x, cells_[0]), y = clamped(p.y, cells_[1]), z = clamped(p.z, cells_[2]);
    const int i = std::min(int(x), cells_[0] - 2), j = std::min(int(y), cells_[1] - 2),
              k = std::min(int(z), cells_[2] - 2);
    if (i < 0 || j < 0 || k < 0) return 0;  // an empty cloud
    const double fx = x - i, fy = y - j, fz = z - k;
    const auto row = [&](int jj, int kk) {
        return (1 - fx) * double(depth_[at(i, jj, kk)]) + fx * double(depth_[at(i + 1, jj, kk)]);
    };
    const auto face = [&](int kk) { return (1 - fy) * row(j, kk) + fy * row(j + 1, kk); };
    return (1 - fz) * face(k) + fz * face(k + 1);
}

std::vector<std::uint16_t> Cloud::passing() const {
    std::vector<std::uint16_t> share(depth_.size());
    std::transform(depth_.begin(), depth_.end(), share.begin(), [](float depth) {
        return std::uint16_t(std::lround(65535 * std::exp(-std::min(depth, 50.0f))));
    });
    return share;
}

std::array<std::array<float, 4>, 3> Cloud::textureFromWorld() const {
    const std::array<double, 3> low{low_.x, low_.y, low_.z};
    std::array<std::array<float, 4>, 3> rows{};
    for (std::size_t a = 0; a < 3; ++a) {
        const double size = side_ * cells_[a];
        rows[a] = {float(axes_[a].x / size), float(axes_[a].y / size), float(axes_[a].z / size),
                   float(-low[a] / size)};
    }
    return rows;
}

}  // namespace talus::render
