#include "talus/io/vtk/export_mesh.h"

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

Status writeObj(const ConfinedPath& path, const geometry::Mesh& mesh, const PointValues& values) {
    auto file = OutputFile::create(path);
    if (!file) return file.error();
    for (const Vec3d& p : mesh.points) file->write(fmt::format("v {} {} {}\n", p.x, p.y, p.z));
    for (const Vec3f& n : values.normal) file->write(fmt::format("vn {} {} {}\n", n.x, n.y, n.z));
    const bool normals = !values.normal.empty();
    for (const auto& [i, j, k] : mesh.triangles)
        file->write(normals ? fmt::format("f {0}//{0} {1}//{1} {2}//{2}\n", i + 1, j + 1, k + 1)
                            : fmt::format("f {} {} {}\n", i + 1, j + 1, k + 1));
    return file->commit();
}

Status writeMeshPly(const ConfinedPath& path, const geometry::Mesh& mesh, const PointValues& values,
                    double time) {
    auto file = OutputFile::create(path);
    if (!file) return file.error();
    std::string head = fmt::format(
        "ply\nformat binary_little_endian 1.0\ncomment time {}\nelement vertex {}\n"
        "property double x\nproperty double y\nproperty double z\n",
        time, mesh.points.size());
    const auto addVectors = [&head](std::span<const Vec3f> vectors, const char* names) {
        if (!vectors.empty())
            for (const char axis : {'x', 'y', 'z'}) head += fmt::format("property float {}{}\n", names, axis);
    };
    addVectors(values.normal, "n");
    addVectors(values.velocity, "velocity_");
    head += fmt::format("element face {}\nproperty list uchar uint vertex_indices\nend_header\n",
                        mesh.triangles.size());
    file->write(head);
    for (std::size_t i = 0; i < mesh.points.size(); ++i) {
        file->write(&mesh.points[i], sizeof mesh.points[i]);
        if (!values.normal.empty()) file->write(&values.normal[i], sizeof values.normal[i]);
        if (!values.velocity.empty()) file->write(&values.velocity[i], sizeof values.velocity[i]);
    }
    for (const auto& triangle : mesh.triangles) {
        constexpr std::uint8_t corners = 3;
        file->write(&corners, sizeof corners);
        file->write(triangle.data(), sizeof triangle);
    }
    return file->commit();
}

}  // namespace talus::io
