#include "talus/state/mesh.h"

namespace talus::state {

Result<MeshView> meshOf(const Table& points, std::span<const std::string> point_fields, const Table& elements,
                        const FieldInfo& corners, std::span<const std::string> fields, double time) {
    TALUS_ASSERT(corners.scalar == Scalar::U32 && (corners.components == 2 || corners.components == 3),
                 "an element has two or three corners");
    auto shown = viewOf(points, point_fields, time);
    if (!shown) return shown.error();
    auto values = fieldsOf(elements, fields);
    if (!values) return values.error();
    const std::string name = corners.name;
    auto indices = fieldsOf(elements, {&name, 1});
    if (!indices) return indices.error();
    return MeshView{std::move(*shown), elements.size(), std::move(indices->front()), std::move(*values)};
}

bool cornersAreValid(const MeshView& mesh) {
    for (std::size_t element = 0; element < mesh.count; ++element)
        for (int c = 0; c < mesh.corners.components; ++c)
            if (mesh.corner(element, c) >= mesh.points.count) return false;
    return true;
}

MeshView Mesh::view() const {
    return {points.view(),
            count,
            {corners.name, corners.scalar, corners.components, corners.bytes},
            viewsOf(fields)};
}

}  // namespace talus::state
