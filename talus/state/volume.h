#pragma once
#include <array>

#include "talus/state/points.h"

namespace talus::state {

/// A grid of cubes that fill a box: x runs fastest, then y, then z.
struct VolumeGrid {
    Vec3d corner;                          ///< the lowest corner of the box [m]
    double spacing = 1;                    ///< side of a cell [m], > 0
    std::array<std::uint32_t, 3> cells{};  ///< along x, y and z, each >= 1

    bool operator==(const VolumeGrid&) const = default;
};

/// A view of a volume at one time, for the writers of frames: values at the cells, or at the corners of the
/// cells, of which there is one more along each axis.
struct VolumeView {
    double time = 0;  ///< simulated [s]
    VolumeGrid grid;
    bool at_points = false;
    std::vector<ArrayView> fields;

    /// Number of values along each axis.
    std::array<std::size_t, 3> sizes() const;
    std::size_t count() const;
    /// The position of a value: the middle or a corner of a cell [m].
    Vec3d at(std::size_t index) const;
    const ArrayView* find(std::string_view name) const { return state::find(fields, name); }
};

/// A view of a table that has a row for each cell, or with `at_points` for each corner. Error (Input) where a
/// field is unknown. @pre the table has as many rows as the grid has values
Result<VolumeView> volumeOf(const Table& table, const VolumeGrid& grid, std::span<const std::string> fields,
                            double time, bool at_points = false);

/// A volume that owns its values; readers of frames return it.
struct Volume {
    double time = 0;
    VolumeGrid grid;
    bool at_points = false;
    std::vector<Points::Array> fields;

    VolumeView view() const { return {time, grid, at_points, viewsOf(fields)}; }
};

}  // namespace talus::state
