#include "talus/method/read_mesh.h"

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
                                       std::string& file) {
    const auto found = checking.path(section, index, "file", file);
    if (!found) return std::nullopt;
    const std::string& path = *found;
    geometry::Untidy untidy;
    Result<geometry::Mesh> mesh = geometry::readMesh(path, &untidy);
    if (!mesh) {
        checking.error(section, index, "file", inWordsOf(mesh.error().message, path, file),
                       "paths are relative to the scene's folder");
        return std::nullopt;
    }
    if (const std::string lost = leftOut(untidy); !lost.empty())
        checking.warn(section, index, "file", fmt::format("'{}' is used without {}", file, lost), "");
    file = path;
    return std::move(*mesh);
}

}  // namespace talus::method
