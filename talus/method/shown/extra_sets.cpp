#include "talus/method/shown/extra_sets.h"

#include <array>
#include <cmath>
#include <cstring>
#include <set>

namespace talus::method {
namespace {

/// A cell: its number along each axis, and its edge along x, by which grids differ.
using Key = std::array<double, 4>;

state::Points::Array vectors(const char* name, const std::vector<Vec3d>& values) {
    state::Points::Array array{name, state::Scalar::F64, 3, {}};
    array.bytes.resize(values.size() * sizeof(Vec3d));
    if (!values.empty()) std::memcpy(array.bytes.data(), values.data(), array.bytes.size());
    return array;
}

}  // namespace

state::Points occupiedCells(exec::View<const Vec3d> position,
                            const std::function<SearchGrid(std::size_t)>& grid_of, double time) {
    std::set<Key> known;
    std::vector<Vec3d> centres, sizes;
    for (std::size_t i = 0; i < position.size(); ++i) {
        const SearchGrid grid = grid_of(i);
        const Vec3d from = position[i] - grid.origin;
        const Vec3d number{std::floor(from.x / grid.edge.x), std::floor(from.y / grid.edge.y),
                           std::floor(from.z / grid.edge.z)};
        if (!known.insert({number.x, number.y, number.z, grid.edge.x}).second) continue;
        centres.push_back(grid.origin + Vec3d{(number.x + 0.5) * grid.edge.x, (number.y + 0.5) * grid.edge.y,
                                              (number.z + 0.5) * grid.edge.z});
        sizes.push_back(grid.edge);
    }
    return {time, centres.size(), vectors("position", centres), {vectors("size", sizes)}};
}

}  // namespace talus::method
