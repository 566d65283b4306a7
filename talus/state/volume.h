#pragma once
#include <array>

#include "talus/state/points.h"

namespace talus::state {

/// Cubes that fill a box: x runs fastest, then y, then z.
struct VolumeGrid {
    Vec3d corner;                          ///< the lowest [m]
    double spacing = 1;                    ///< side of a cell [m], > 0
    std::array<std::uint32_t, 3> cells{};  ///< along x, y and z, each >= 1

    bool operator==(const VolumeGrid&) const = default;
};

/// A volume at one moment, as the writers of frames take it: values of its cells, or of the points between
/// them, of which there is one more along each axis.
struct VolumeView {
    double time = 0;  ///< simulated [s]
    VolumeGrid grid;
    bool at_points = false;
    std::vector<ArrayView> fields;

    /// Values along each axis.
    std::array<std::size_t, 3> sizes() const;
    std::size_t count() const;
    /// Where a value is: the middle of a cell, or a point [m].
    Vec3d at(std::size_t index) const;
    const ArrayView* find(std::string_view name) const { return state::find(fields, name); }
};

/// A window on a table that has a row for each cell, or for each point. Error (Input) when a field is
/// unknown. @pre as many rows as there are
Result<VolumeView> volumeOf(const Table& table, const VolumeGrid& grid, std::span<const std::string> fields,
                            double time, bool at_points = false);

/// A volume that owns its values, as the readers return it.
struct Volume {
    double time = 0;
    VolumeGrid grid;
    bool at_points = false;
    std::vector<Points::Array> fields;

    VolumeView view() const { return {time, grid, at_points, viewsOf(fields)}; }
};

}  // namespace talus::state
