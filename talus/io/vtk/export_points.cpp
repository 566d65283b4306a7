#include "talus/io/vtk/export_points.h"

#include <fmt/format.h>

namespace talus::io {
namespace {

std::string componentName(const state::ArrayView& array, int component) {
    if (array.components == 1) return array.name;
    if (array.components == 3) return fmt::format("{}_{}", array.name, "xyz"[component]);
    return fmt::format("{}_{}", array.name, component);
}

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

bool isReal(state::Scalar scalar) { return scalar == state::Scalar::F64 || scalar == state::Scalar::F32; }

/// A row a point, the components of all fields parted by `separator`.
void writeRows(OutputFile& file, const state::PointsView& points, const std::string& first, char separator) {
    std::string line;
    const auto append = [&](const state::ArrayView& array, std::size_t point) {
        for (int c = 0; c < array.components; ++c) {
            if (!line.empty()) line += separator;
            line += array.text(point, c);
        }
    };
    for (std::size_t i = 0; i < points.count; ++i) {
        line = first;
        append(points.position, i);
        for (const state::ArrayView& field : points.fields) append(field, i);
        line += '\n';
        file.write(line);
    }
}

}  // namespace

Status writePointsCsv(const ConfinedPath& path, const state::PointsView& points) {
    auto file = OutputFile::create(path);
    if (!file) return file.error();
    std::string head = "time";
    for (int c = 0; c < 3; ++c) head += fmt::format(",{}", componentName(points.position, c));
    for (const state::ArrayView& field : points.fields)
        for (int c = 0; c < field.components; ++c) head += fmt::format(",{}", componentName(field, c));
    file->write(head + "\n");
    writeRows(*file, points, fmt::format("{}", points.time), ',');
    return file->commit();
}

Status writePly(const ConfinedPath& path, const state::PointsView& points) {
    auto file = OutputFile::create(path);
    if (!file) return file.error();
    const char* real = plyType(points.position.scalar);
    std::string head = fmt::format(
        "ply\nformat binary_little_endian 1.0\ncomment time {}\nelement vertex {}\n"
        "property {} x\nproperty {} y\nproperty {} z\n",
        points.time, points.count, real, real, real);
    for (const state::ArrayView& field : points.fields)
        for (int c = 0; c < field.components; ++c)
            head += fmt::format("property {} {}\n", plyType(field.scalar), componentName(field, c));
    file->write(head + "end_header\n");
    const auto writePoint = [&](const state::ArrayView& array, std::size_t i) {
        if (array.scalar == state::Scalar::U64) {
            for (int c = 0; c < array.components; ++c) {
                const double value = array.value(i, c);
                file->write(&value, sizeof value);
            }
            return;
        }
        const std::size_t bytes = bytesOf(array.scalar) * static_cast<std::size_t>(array.components);
        file->write(array.bytes.data() + i * bytes, bytes);
    };
    for (std::size_t i = 0; i < points.count; ++i) {
        writePoint(points.position, i);
        for (const state::ArrayView& field : points.fields) writePoint(field, i);
    }
    return file->commit();
}

Status writeXyz(const ConfinedPath& path, const state::PointsView& points) {
    auto file = OutputFile::create(path);
    if (!file) return file.error();
    std::string head = fmt::format("{}\nProperties=pos:R:3", points.count);
    for (const state::ArrayView& field : points.fields)
        head += fmt::format(":{}:{}:{}", field.name == "velocity" ? "velo" : field.name,
                            isReal(field.scalar) ? 'R' : 'I', field.components);
    file->write(fmt::format("{} Time={}\n", head, points.time));
    writeRows(*file, points, "", ' ');
    return file->commit();
}

}  // namespace talus::io
