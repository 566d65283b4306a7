#include "talus/state/volume.h"

namespace talus::state {

std::array<std::size_t, 3> VolumeView::sizes() const {
    const std::size_t more = at_points ? 1 : 0;
    return {grid.cells[0] + more, grid.cells[1] + more, grid.cells[2] + more};
}

std::size_t VolumeView::count() const {
    const auto [nx, ny, nz] = sizes();
    return nx * ny * nz;
}

Vec3d VolumeView::at(std::size_t index) const {
    const auto [nx, ny, nz] = sizes();
    const double middle = at_points ? 0 : 0.5;
    const auto i = static_cast<double>(index % nx), j = static_cast<double>(index / nx % ny),
               k = static_cast<double>(index / nx / ny);
    return grid.corner + Vec3d{i + middle, j + middle, k + middle} * grid.spacing;
}

Result<VolumeView> volumeOf(const Table& table, const VolumeGrid& grid, std::span<const std::string> fields,
                            double time, bool at_points) {
    auto values = fieldsOf(table, fields);
    if (!values) return values.error();
    VolumeView volume{time, grid, at_points, std::move(*values)};
    TALUS_ASSERT(table.size() == volume.count(), "a table of a volume has a row for each value");
    return volume;
}

}  // namespace talus::state
