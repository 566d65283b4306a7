#pragma once
#include <array>
#include <cstring>

#include "talus/state/points.h"

namespace talus::state {

/// Field type for the points of an element: two indices for a line, three for a triangle.
template <std::size_t N>
struct Element<std::array<std::uint32_t, N>> {
    static constexpr Scalar scalar = Scalar::U32;
    static constexpr int components = static_cast<int>(N);
};

/// A view of points and of elements between them at one time, for the writers of frames: a surface of
/// triangles, or lines (springs, fibres) from one point to another.
struct MeshView {
    PointsView points;              ///< also holds the time
    std::size_t count = 0;          ///< number of elements
    ArrayView corners;              ///< U32, indices of points: three or two for each element
    std::vector<ArrayView> fields;  ///< of the elements

    bool isLines() const { return corners.components == 2; }
    std::uint32_t corner(std::size_t element, int which) const {
        std::uint32_t point = 0;
        const std::size_t at =
            element * static_cast<std::size_t>(corners.components) + static_cast<std::size_t>(which);
        std::memcpy(&point, corners.bytes.data() + at * sizeof point, sizeof point);
        return point;
    }
    const ArrayView* find(std::string_view name) const { return state::find(fields, name); }
};

/// A view of a table of points and of a table of elements, whose field `corners` holds two or three indices.
/// Error (Input) where a field is unknown. @pre each index is that of a point (cornersAreValid)
Result<MeshView> meshOf(const Table& points, std::span<const std::string> point_fields, const Table& elements,
                        const FieldInfo& corners, std::span<const std::string> fields, double time);

/// Whether each corner is the index of a point. To be checked where the state comes from a file.
bool cornersAreValid(const MeshView& mesh);

/// A mesh that owns its values; readers of frames return it.
struct Mesh {
    Points points;
    std::size_t count = 0;
    Points::Array corners;
    std::vector<Points::Array> fields;

    MeshView view() const;
};

}  // namespace talus::state
