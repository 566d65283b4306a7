#include <fmt/format.h>

#include "talus/io/vtk/export_points.h"
#include "talus/io/vtk/export_set.h"

/// Points and meshes in the Polygon File Format (Turk 1994): a heading as text, then binary rows.
namespace talus::io {
namespace {

const char* plyType(state::Scalar scalar) {
    switch (scalar) {
        case state::Scalar::F64: return "double";
        case state::Scalar::F32: return "float";
        case state::Scalar::U64: return "double";  // PLY has no 64-bit integers
        case state::Scalar::U32: return "uint";
        case state::Scalar::U16: return "ushort";
        case state::Scalar::U8: return "uchar";
    }
    return "";
}

/// The header up to the position of vertices.
std::string vertexHead(const state::PointsView& points) {
    const char* real = plyType(points.position.scalar);
    return fmt::format(
        "ply\nformat binary_little_endian 1.0\ncomment time {}\nelement vertex {}\n"
        "property {} x\nproperty {} y\nproperty {} z\n",
        points.time, points.count, real, real, real);
}

std::string propertiesOf(const std::vector<state::ArrayView>& fields) {
    std::string head;
    for (const state::ArrayView& field : fields)
        for (int c = 0; c < field.components; ++c)
            head += fmt::format("property {} {}\n", plyType(field.scalar), componentName(field, c));
    return head;
}

void writeRow(OutputFile& file, const state::ArrayView& array, std::size_t row) {
    if (array.scalar == state::Scalar::U64) {
        for (int c = 0; c < array.components; ++c) {
            const double value = array.value(row, c);
            file.write(&value, sizeof value);
        }
        return;
    }
    const std::size_t bytes = bytesOf(array.scalar) * static_cast<std::size_t>(array.components);
    file.write(array.bytes.data() + row * bytes, bytes);
}

void writeVertices(OutputFile& file, const state::PointsView& points) {
    for (std::size_t i = 0; i < points.count; ++i) {
        writeRow(file, points.position, i);
        for (const state::ArrayView& field : points.fields) writeRow(file, field, i);
    }
}

}  // namespace

Status writePly(const ConfinedPath& path, const state::PointsView& points) {
    auto file = OutputFile::create(path);
    if (!file) return file.error();
    file->write(vertexHead(points) + propertiesOf(points.fields) + "end_header\n");
    writeVertices(*file, points);
    return file->commit();
}

Status writePly(const ConfinedPath& path, const state::MeshView& mesh) {
    auto file = OutputFile::create(path);
    if (!file) return file.error();
    std::string head = vertexHead(mesh.points) + propertiesOf(mesh.points.fields);
    if (mesh.isLines())
        head += fmt::format("element edge {}\nproperty uint vertex1\nproperty uint vertex2\n", mesh.count);
    else
        head += fmt::format("element face {}\nproperty list uchar uint vertex_indices\n", mesh.count);
    file->write(head + propertiesOf(mesh.fields) + "end_header\n");
    writeVertices(*file, mesh.points);
    for (std::size_t k = 0; k < mesh.count; ++k) {
        constexpr std::uint8_t corners = 3;
        if (!mesh.isLines()) file->write(&corners, sizeof corners);
        writeRow(*file, mesh.corners, k);
        for (const state::ArrayView& field : mesh.fields) writeRow(*file, field, k);
    }
    return file->commit();
}

}  // namespace talus::io
