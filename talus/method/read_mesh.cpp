#include "talus/method/read_mesh.h"

#include <filesystem>

#include <fmt/format.h>

#include "talus/geometry/mesh/mesh_file.h"
#include "talus/geometry/mesh/tidy_mesh.h"

namespace talus::method {
namespace {

/// Empty: all of it is used.
std::string leftOut(const geometry::Untidy& untidy) {
    const auto count = [](std::size_t n, const char* what) {
        return fmt::format("{} triangle{} {}", n, n == 1 ? "" : "s", what);
    };
    std::string text;
    if (untidy.without_area > 0) text = count(untidy.without_area, "without area");
    if (untidy.repeated > 0)
        text += (text.empty() ? "" : " and ") + count(untidy.repeated, "that repeat others");
    return text;
}

}  // namespace

std::optional<geometry::Mesh> readMesh(const Checking& checking, std::string_view section, std::size_t index,
                                       std::string& file, double triangle_bytes) {
    const auto found = checking.path(section, index, "file", file);
    if (!found) return std::nullopt;
    const std::string& path = *found;
    // A mesh of text takes up to ten times the file's size while it is read. What is wrong with the file
    // itself is told by readMesh().
    std::error_code code;
    const auto size = static_cast<double>(std::filesystem::file_size(path, code));
    const char* const hint = "take a coarser mesh, or fewer of them";
    if (!code && 10 * size > checking.files.memory->left()) {
        checking.error(
            section, index, "file",
            fmt::format("reading '{}' needs up to {:.3g} GB of memory, and {:.3g} GB are left for it "
                        "on this machine",
                        file, 10 * size / 1e9, checking.files.memory->left() / 1e9),
            hint);
        return std::nullopt;
    }
    geometry::Untidy untidy;
    Result<geometry::Mesh> mesh = geometry::readMesh(path, &untidy);
    if (!mesh) {
        checking.error(section, index, "file", inWordsOf(mesh.error().message, path, file),
                       "paths are relative to the scene's folder");
        return std::nullopt;
    }
    if (const std::string lost = leftOut(untidy); !lost.empty())
        checking.warn(section, index, "file", fmt::format("'{}' is used without {}", file, lost), "");
    if (!checking.takeMemory(section, index, "file",
                             fmt::format("the {} triangles of '{}'", mesh->triangles.size(), file),
                             triangle_bytes * static_cast<double>(mesh->triangles.size()), hint))
        return std::nullopt;
    file = path;
    return std::move(*mesh);
}

}  // namespace talus::method
