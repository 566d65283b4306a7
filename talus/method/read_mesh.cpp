#include "talus/method/read_mesh.h"

#include <filesystem>

#include <fmt/format.h>

#include "talus/geometry/mesh/mesh_file.h"
#include "talus/geometry/mesh/tidy_mesh.h"

namespace talus::method {
namespace {

/// Which triangles were left out; "" where all are used.
std::string leftOut(const geometry::RemovedTriangles& removed) {
    const auto count = [](std::size_t n, const char* what) {
        return fmt::format("{} triangle{} {}", n, n == 1 ? "" : "s", what);
    };
    std::string text;
    if (removed.without_area > 0) text = count(removed.without_area, "without area");
    if (removed.repeated > 0)
        text += (text.empty() ? "" : " and ") + count(removed.repeated, "that repeat others");
    return text;
}

}  // namespace

std::optional<geometry::Mesh> readMesh(const Checking& checking, std::string_view section, std::size_t index,
                                       std::string& file, double triangle_bytes) {
    const auto found = checking.path(section, index, "file", file);
    if (!found) return std::nullopt;
    const std::string& path = *found;
    // A mesh in text takes up to ten times the size of the file while it is read. Where the size cannot be
    // read, geometry::readMesh() reports why.
    std::error_code code;
    const auto size = static_cast<double>(std::filesystem::file_size(path, code));
    const char* const hint = "take a coarser mesh, or fewer of them";
    if (!code && 10 * size > checking.files.memory->left()) {
        checking.error(section, index, "file",
                       fmt::format("reading '{}' needs up to {:.3g} GB of memory; {:.3g} GB are left for it "
                                   "on this machine",
                                   file, 10 * size / 1e9, checking.files.memory->left() / 1e9),
                       hint);
        return std::nullopt;
    }
    geometry::RemovedTriangles removed;
    Result<geometry::Mesh> mesh = geometry::readMesh(path, &removed);
    if (!mesh) {
        checking.error(section, index, "file", withPathAsGiven(mesh.error().message, path, file),
                       "paths are relative to the scene's folder");
        return std::nullopt;
    }
    if (const std::string left_out = leftOut(removed); !left_out.empty())
        checking.warn(section, index, "file", fmt::format("'{}' is used without {}", file, left_out), "");
    if (!checking.takeMemory(section, index, "file",
                             fmt::format("the {} triangles of '{}'", mesh->triangles.size(), file),
                             triangle_bytes * static_cast<double>(mesh->triangles.size()), hint))
        return std::nullopt;
    file = path;
    return std::move(*mesh);
}

}  // namespace talus::method
