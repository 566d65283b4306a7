#include "talus/geometry/mesh/mesh_file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>

#include <fmt/format.h>

#include "talus/core/text_encoding.h"
#include "talus/geometry/mesh/snap_points.h"

namespace talus::geometry {
namespace {

constexpr std::uintmax_t max_file_bytes = std::uintmax_t{256} << 20;
constexpr std::size_t max_triangles = 20'000'000;

Error input(std::string message) { return {ErrorKind::Input, std::move(message)}; }

bool finite(const Vec3d& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

Status checkMesh(const Mesh& mesh) {
    if (mesh.triangles.empty()) return input("it holds no triangles");
    if (mesh.triangles.size() > max_triangles)
        return input(fmt::format("it holds {} triangles; at most {} can be used", mesh.triangles.size(),
                                 max_triangles));
    for (std::size_t i = 0; i < mesh.points.size(); ++i)
        if (!finite(mesh.points[i]) || length(mesh.points[i]) > 1e12)
            return input(fmt::format("its point {} is at ({}, {}, {}), which is not a valid position", i + 1,
                                     mesh.points[i].x, mesh.points[i].y, mesh.points[i].z));
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        for (const std::uint32_t corner : mesh.triangles[t])
            if (corner >= mesh.points.size())
                return input(fmt::format("its triangle {} names point {} of {}", t + 1,
                                         std::size_t{corner} + 1, mesh.points.size()));
    return success();
}

}  // namespace

Box boundsOf(const Mesh& mesh) {
    Box box{mesh.points.front(), mesh.points.front()};
    for (const Vec3d& p : mesh.points) {
        box.min = {std::min(box.min.x, p.x), std::min(box.min.y, p.y), std::min(box.min.z, p.z)};
        box.max = {std::max(box.max.x, p.x), std::max(box.max.y, p.y), std::max(box.max.z, p.z)};
    }
    return box;
}

Result<Mesh> parseMesh(std::string_view bytes, MeshFormat format, RemovedTriangles* removed) {
    if (format != MeshFormat::Stl && isUtf16(bytes)) return input(utf16_advice);
    Result<Mesh> mesh = format == MeshFormat::Stl   ? parseStl(bytes)
                        : format == MeshFormat::Obj ? parseObj(bytes)
                                                    : parsePly(bytes);
    if (!mesh) return mesh;
    if (const Status checked = checkMesh(*mesh); !checked) return checked.error();
    snapPoints(*mesh);
    const RemovedTriangles found = tidy(*mesh);
    if (mesh->triangles.empty())
        return input(
            "none of its triangles has an area; are its coordinates so large that single precision rounds "
            "its "
            "corners to the same position? Move it nearer to the origin before it is saved");
    if (removed != nullptr) *removed = found;
    return mesh;
}

Result<Mesh> readMesh(const std::string& path, RemovedTriangles* removed) {
    const auto refuse = [&](const std::string& what) {
        return input(fmt::format("the mesh '{}' cannot be used: {}", path, what));
    };
    std::string ending =
        path.substr(path.find_last_of('.') == std::string::npos ? path.size() : path.find_last_of('.'));
    for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const auto format = ending == ".stl"   ? std::optional(MeshFormat::Stl)
                        : ending == ".obj" ? std::optional(MeshFormat::Obj)
                        : ending == ".ply" ? std::optional(MeshFormat::Ply)
                                           : std::nullopt;
    if (!format) return refuse("its name must end in .stl, .obj or .ply");
    std::error_code code;
    const std::filesystem::path file(path);
    if (std::filesystem::is_directory(file, code)) return refuse("it is a folder");
    if (!std::filesystem::exists(file, code)) return refuse("there is no such file");
    // Opening a pipe would block until another process writes to it.
    if (!std::filesystem::is_regular_file(file, code)) return refuse("it is a pipe or a device, not a file");
    const std::uintmax_t size = std::filesystem::file_size(file, code);
    if (code) return refuse(code.message());
    if (size > max_file_bytes) return refuse("it is larger than 256 MiB");
    std::string bytes(static_cast<std::size_t>(size), '\0');
    std::ifstream stream(file, std::ios::binary);
    if (!stream.read(bytes.data(), static_cast<std::streamsize>(size))) return refuse("it cannot be read");
    Result<Mesh> mesh = parseMesh(bytes, *format, removed);
    if (!mesh) return refuse(mesh.error().message);
    return mesh;
}

}  // namespace talus::geometry
