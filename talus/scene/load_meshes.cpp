#include <filesystem>

#include <fmt/format.h>

#include "talus/geometry/mesh_file.h"
#include "talus/math/rotation.h"
#include "talus/scene/passes.h"

namespace talus::scene {

void warnOfUntidy(Checked checked, SourceSpan place, const std::string& file,
                  const geometry::Untidy& untidy) {
    const auto count = [](std::size_t n, const char* what) {
        return fmt::format("{} triangle{} {}", n, n == 1 ? "" : "s", what);
    };
    std::string left_out;
    if (untidy.without_area > 0) left_out = count(untidy.without_area, "without area");
    if (untidy.repeated > 0)
        left_out += (left_out.empty() ? "" : " and ") + count(untidy.repeated, "that repeat others");
    if (!left_out.empty()) checked.warn(place, fmt::format("'{}' is used without {}", file, left_out), "");
}

void loadMeshes(Scene& scene, const std::string& folder, const Entries& root, Diagnostics& diagnostics) {
    const Checked checked{scene, root, diagnostics};
    for (std::size_t i = 0; i < scene.walls.size() && !full(diagnostics); ++i) {
        grains::Wall& wall = scene.walls[i];
        if (wall.kind != grains::Wall::Kind::Mesh) continue;
        std::error_code code;
        const std::filesystem::path path =
            std::filesystem::absolute(std::filesystem::path(folder) / wall.file, code).lexically_normal();
        geometry::Untidy untidy;
        Result<geometry::Mesh> mesh = geometry::readMesh(path.string(), &untidy);
        if (!mesh) {
            // The user's own word, not the folder, which differs from machine to machine.
            std::string message = mesh.error().message;
            if (const auto at = message.find(path.string()); at != std::string::npos)
                message.replace(at, path.string().size(), wall.file);
            diagnostics.error(checked.place("wall", i, "file"), message,
                              "paths are relative to the scene's folder");
            continue;
        }
        warnOfUntidy(checked, checked.place("wall", i, "file"), wall.file, untidy);
        const Rotation turn = rotationBy(wall.rotation);
        for (Vec3d& p : mesh->points) p = turned(turn, p * wall.scale) + wall.position;
        wall.file = path.string();
        wall.mesh = std::make_shared<const geometry::Mesh>(std::move(*mesh));
    }
}

}  // namespace talus::scene
