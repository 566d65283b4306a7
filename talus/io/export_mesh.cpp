#include "talus/io/export_mesh.h"

#include <array>
#include <cstring>

#include <fmt/format.h>

namespace talus::io {

Status writeStl(const ConfinedPath& path, const geometry::Mesh& mesh) {
    auto file = OutputFile::create(path);
    if (!file) return file.error();
    std::array<char, 80> head{};
    std::strncpy(head.data(), "binary STL, metres", head.size() - 1);
    file->write(head.data(), head.size());
    const auto count = static_cast<std::uint32_t>(mesh.triangles.size());
    file->write(&count, sizeof count);
    for (const auto& [i, j, k] : mesh.triangles) {
        const Vec3d &a = mesh.points[i], &b = mesh.points[j], &c = mesh.points[k];
        const Vec3d across = cross(b - a, c - a);
        const double area = length(across);
        std::array<float, 12> values{};
        std::size_t at = 0;
        for (const Vec3d& v : {area > 0 ? across / area : Vec3d{}, a, b, c})
            for (const double x : {v.x, v.y, v.z}) values[at++] = static_cast<float>(x);
        file->write(values.data(), sizeof values);
        constexpr std::uint16_t nothing = 0;
        file->write(&nothing, sizeof nothing);
    }
    return file->commit();
}

Status writeObj(const ConfinedPath& path, const geometry::Mesh& mesh) {
    auto file = OutputFile::create(path);
    if (!file) return file.error();
    for (const Vec3d& p : mesh.points) file->write(fmt::format("v {} {} {}\n", p.x, p.y, p.z));
    for (const auto& [i, j, k] : mesh.triangles)
        file->write(fmt::format("f {} {} {}\n", i + 1, j + 1, k + 1));
    return file->commit();
}

}  // namespace talus::io
