#include "talus/network/layout.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace talus::network {
namespace {

Error tooMany() {
    return Error{ErrorKind::Input, fmt::format("more than {} masses: use a larger spacing", max_masses)};
}

/// A lattice: x runs fastest. An axis along which both corners agree has one layer.
Result<Layout> grid(const Masses& group) {
    std::array<std::uint32_t, 3> n{};
    std::size_t count = 1;
    const Vec3d low{std::min(group.from.x, group.to.x), std::min(group.from.y, group.to.y),
                    std::min(group.from.z, group.to.z)},
        high{std::max(group.from.x, group.to.x), std::max(group.from.y, group.to.y),
             std::max(group.from.z, group.to.z)};
    const std::array<double, 3> side{high.x - low.x, high.y - low.y, high.z - low.z};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        // A corner that is a whole number of spacings away belongs to the lattice, also with rounding.
        const double layers = std::floor(side[axis] / group.spacing + 1e-6) + 1;
        if (!(layers <= static_cast<double>(max_masses))) return tooMany();
        n[axis] = static_cast<std::uint32_t>(layers);
        count *= n[axis];
        if (count > max_masses) return tooMany();
    }
    Layout layout;
    layout.positions.reserve(count);
    for (std::uint32_t k = 0; k < n[2]; ++k)
        for (std::uint32_t j = 0; j < n[1]; ++j)
            for (std::uint32_t i = 0; i < n[0]; ++i)
                layout.positions.push_back(low + Vec3d{double(i), double(j), double(k)} * group.spacing);
    // All edges along one axis, then along the next: the ends of springs are then at consecutive positions.
    const std::array<std::uint32_t, 3> stride{1, n[0], n[0] * n[1]};
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (std::uint32_t at = 0; at < count; ++at)
            if (at / stride[axis] % n[axis] + 1 < n[axis]) layout.edges.push_back({at, at + stride[axis]});
    return layout;
}

Result<Layout> line(const Masses& group) {
    if (group.count > max_masses) return tooMany();
    Layout layout;
    for (std::uint64_t k = 0; k < group.count; ++k) {
        const double share =
            group.count > 1 ? static_cast<double>(k) / static_cast<double>(group.count - 1) : 0;
        layout.positions.push_back(group.from + (group.to - group.from) * share);
        if (k > 0) layout.edges.push_back({static_cast<std::uint32_t>(k - 1), static_cast<std::uint32_t>(k)});
    }
    return layout;
}

Layout ofMesh(const geometry::Mesh& mesh) {
    Layout layout{mesh.points, {}};
    for (const auto& [a, b, c] : mesh.triangles)
        for (const auto& [i, j] : {std::pair{a, b}, std::pair{b, c}, std::pair{c, a}})
            layout.edges.push_back({std::min(i, j), std::max(i, j)});
    std::sort(layout.edges.begin(), layout.edges.end());
    layout.edges.erase(std::unique(layout.edges.begin(), layout.edges.end()), layout.edges.end());
    return layout;
}

}  // namespace

Result<Layout> layoutOf(const Masses& group, const geometry::Mesh* mesh) {
    switch (group.layout) {
        case Masses::Layout::List: return Layout{group.positions, {}};
        case Masses::Layout::Line: return line(group);
        case Masses::Layout::Grid: return grid(group);
        case Masses::Layout::Mesh: return mesh != nullptr ? ofMesh(*mesh) : Layout{};
        case Masses::Layout::None: break;
    }
    return Layout{};
}

}  // namespace talus::network
