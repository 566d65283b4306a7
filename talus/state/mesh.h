#pragma once
#include <array>
#include <cstring>

#include "talus/state/points.h"

namespace talus::state {

/// Which points an element joins: two a line, three a triangle.
template <std::size_t N>
struct Element<std::array<std::uint32_t, N>> {
    static constexpr Scalar scalar = Scalar::U32;
    static constexpr int components = static_cast<int>(N);
};

/// Points that elements join at one moment, as the writers of frames take them: a surface of triangles, or
/// lines (springs, fibres), each from one point to another.
struct MeshView {
    PointsView points;              ///< with the time
    std::size_t count = 0;          ///< elements
    ArrayView corners;              ///< U32, indices of points: three an element, or two
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

/// A window on a table of points and one of elements, whose field `corners` is an array of two or three
/// indices. Error (Input) when a field is unknown. @pre each index is one of a point (hasCorners)
Result<MeshView> meshOf(const Table& points, std::span<const std::string> point_fields, const Table& elements,
                        const FieldInfo& corners, std::span<const std::string> fields, double time);

/// Whether each corner is one of the points: to be asked of a state that comes from a file.
bool hasCorners(const MeshView& mesh);

/// A mesh that owns its values, as the readers return it.
struct Mesh {
    Points points;
    std::size_t count = 0;
    Points::Array corners;
    std::vector<Points::Array> fields;

    MeshView view() const;
};

}  // namespace talus::state
