#include "talus/io/vtk/export_points.h"

#include <fmt/format.h>

namespace talus::io {
namespace {

bool isReal(state::Scalar scalar) { return scalar == state::Scalar::F64 || scalar == state::Scalar::F32; }

/// Writes one row for each point, with the components of all fields separated by `separator`.
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

std::string componentName(const state::ArrayView& array, int component) {
    if (array.components == 1) return array.name;
    if (array.components == 3) return fmt::format("{}_{}", array.name, "xyz"[component]);
    return fmt::format("{}_{}", array.name, component);
}

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
