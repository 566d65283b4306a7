#include "talus/io/vtk/export_objects.h"

#include <fmt/format.h>

namespace talus::io {

Status writeObj(const ConfinedPath& path, std::span<const NamedMesh> objects) {
    auto file = OutputFile::create(path);
    if (!file) return file.error();
    std::size_t first = 1;  // points of all objects are numbered in one row
    for (const auto& [name, mesh] : objects) {
        file->write(fmt::format("o {}\n", name));
        for (const Vec3d& p : mesh.points) file->write(fmt::format("v {} {} {}\n", p.x, p.y, p.z));
        for (const auto& [i, j, k] : mesh.triangles)
            file->write(fmt::format("f {} {} {}\n", first + i, first + j, first + k));
        first += mesh.points.size();
    }
    return file->commit();
}

}  // namespace talus::io
