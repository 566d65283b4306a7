#include "talus/ground/displacement.h"

#include <algorithm>
#include <cmath>

namespace talus::ground {

using geometry::Box;
using geometry::ColumnRange;
using geometry::Sphere;

namespace {

/// Values of visited_ while a body is pressed.
enum Mark : std::uint8_t { none = 0, under_body = 1, in_patch = 2, in_ring = 3 };

Box boundsOf(const Sphere& sphere) {
    const Vec3d reach{sphere.radius, sphere.radius, sphere.radius};
    return {sphere.centre - reach, sphere.centre + reach};
}
Box boundsOf(const Box& box) { return box; }
Box boundsOf(const geometry::PosedSolid& solid) { return solid.bounds(); }

std::optional<double> undersideOf(const Sphere& sphere, double x, double y) {
    const double dx = x - sphere.centre.x, dy = y - sphere.centre.y;
    const double rest = sphere.radius * sphere.radius - dx * dx - dy * dy;
    if (rest < 0) return std::nullopt;
    return sphere.centre.z - std::sqrt(rest);
}
std::optional<double> undersideOf(const Box& box, double x, double y) {
    if (x < box.min.x || x > box.max.x || y < box.min.y || y > box.max.y) return std::nullopt;
    return box.min.z;
}
std::optional<double> undersideOf(const geometry::PosedSolid& solid, double x, double y) {
    return solid.underside(x, y);
}

}  // namespace

Box Body::bounds() const {
    return std::visit([](const auto& shape) { return boundsOf(shape); }, shape_);
}

std::optional<double> Body::underside(double x, double y) const {
    return std::visit([&](const auto& shape) { return undersideOf(shape, x, y); }, shape_);
}

ColumnRange merged(const ColumnRange& a, const ColumnRange& b) {
    if (a.empty()) return b;
    if (b.empty()) return a;
    return {std::min(a.first_i, b.first_i), std::max(a.last_i, b.last_i), std::min(a.first_j, b.first_j),
            std::max(a.last_j, b.last_j)};
}

Displacement::Displacement(const geometry::ColumnGrid& grid)
    : grid_(grid), touched_(grid.size()), visited_(grid.size()) {}

ColumnRange Displacement::clearTouched() {
    for (std::uint32_t j = within_.first_j; j < within_.last_j; ++j)
        std::fill_n(touched_.data() + grid_.at(within_.first_i, j), within_.width(), std::uint8_t{0});
    return std::exchange(within_, ColumnRange{});
}

/// Finds the patch of connected columns under the body that contains `column`, and its ring. Marks both in
/// visited_. The caller must clear the marks of the ring, because two patches may share columns of their
/// rings.
Displacement::Patch Displacement::patchFrom(std::size_t column, const ColumnRange& range) {
    Patch patch;
    patch.columns = {column};
    visited_[column] = in_patch;
    for (std::size_t next = 0; next < patch.columns.size(); ++next) {
        const auto i = static_cast<std::uint32_t>(patch.columns[next] % grid_.columns);
        const auto j = static_cast<std::uint32_t>(patch.columns[next] / grid_.columns);
        const ColumnRange around = geometry::grown({i, i + 1, j, j + 1}, 1, grid_);
        for (std::uint32_t b = around.first_j; b < around.last_j; ++b)
            for (std::uint32_t a = around.first_i; a < around.last_i; ++a) {
                const std::size_t k = grid_.at(a, b);
                if (range.has(a, b) && visited_[k] == under_body) {
                    visited_[k] = in_patch;
                    patch.columns.push_back(k);
                } else if (visited_[k] == none && touched_[k] == 0) {
                    visited_[k] = in_ring;
                    patch.ring.push_back(k);
                }
            }
    }
    std::sort(patch.columns.begin(), patch.columns.end());
    return patch;
}

Displaced Displacement::press(const exec::View<double>& height, const exec::View<const double>& bedrock,
                              const Body& body, double kept, const exec::View<std::uint8_t>& loose) {
    TALUS_ASSERT(kept >= 0 && kept <= 1, "alpha is a share");
    Displaced result;
    const Box bounds = body.bounds();
    const ColumnRange range = geometry::columnsWithin(grid_, bounds);
    std::vector<std::size_t> under;
    for (std::uint32_t j = range.first_j; j < range.last_j; ++j)
        for (std::uint32_t i = range.first_i; i < range.last_i; ++i) {
            const std::size_t k = grid_.at(i, j);
            if (height[k] < bounds.min.z) continue;
            const auto underside = body.underside(grid_.x(i), grid_.y(j));
            if (!underside || height[k] < *underside) continue;
            under.push_back(k);
            touched_[k] = 1;
            visited_[k] = under_body;
        }
    if (under.empty()) return result;
    within_ = merged(within_, range);
    result.changed = geometry::grown(range, 1, grid_);
    for (const std::size_t first : under) {
        if (visited_[first] != under_body) continue;
        const Patch patch = patchFrom(first, range);
        double lowering = 0;  // sum over the columns of the patch [m]
        std::vector<double> lowered(patch.columns.size());
        for (std::size_t n = 0; n < patch.columns.size(); ++n) {
            const std::size_t k = patch.columns[n];
            const auto i = static_cast<std::uint32_t>(k % grid_.columns);
            const auto j = static_cast<std::uint32_t>(k / grid_.columns);
            double to = *body.underside(grid_.x(i), grid_.y(j));
            if (!bedrock.empty()) to = std::max(to, bedrock[k]);
            lowered[n] = std::min(to, height[k]);
            lowering += height[k] - lowered[n];
        }
        for (const std::size_t k : patch.ring) visited_[k] = none;
        if (kept > 0 && patch.ring.empty()) {
            result.blocked += lowering * grid_.area();
            continue;
        }
        for (std::size_t n = 0; n < patch.columns.size(); ++n) height[patch.columns[n]] = lowered[n];
        if (kept > 0) {
            const double each = kept * lowering / static_cast<double>(patch.ring.size());
            for (const std::size_t k : patch.ring) height[k] += each;
        }
        if (!loose.empty() && lowering > 0) {
            for (const std::size_t k : patch.columns) loose[k] = 1;
            for (const std::size_t k : patch.ring) loose[k] = 1;
        }
        result.removed += lowering * grid_.area();
        result.moved += kept * lowering * grid_.area();
    }
    for (const std::size_t k : under) visited_[k] = none;
    result.compressed = result.removed - result.moved;
    return result;
}

}  // namespace talus::ground
