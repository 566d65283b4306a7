#include "talus/run/input_files.h"

#include <set>

#include "talus/run/runner.h"

namespace talus::run {
namespace {

std::set<std::string> pathsOf(const scene::Scene& scene) {
    std::set<std::string> paths;
    const auto add = [&](const std::string& path) {
        if (!path.empty()) paths.insert(path);
    };
    for (const grains::Wall& wall : scene.walls) add(wall.file);
    for (const solids::Body& body : scene.bodies) add(body.file);
    for (const grains::Import& import : scene.imports) add(import.file);
    if (scene.ground) add(scene.ground->raster.file);
    return paths;
}

}  // namespace

Result<std::vector<io::InputFile>> inputFilesOf(const scene::Scene& scene) {
    constexpr std::uint64_t most = std::uint64_t{1} << 34;
    std::vector<io::InputFile> files;
    for (const std::string& path : pathsOf(scene)) {
        const auto bytes = io::readFile(path, most);
        if (!bytes) return bytes.error();
        files.push_back({path, sceneHash(*bytes)});
    }
    return files;
}

Result<std::vector<std::string>> changedInputs(const scene::Scene& scene, const io::Manifest& manifest) {
    const auto files = inputFilesOf(scene);
    if (!files) return files.error();
    std::vector<std::string> changed;
    for (const io::InputFile& now : *files)
        for (const io::InputFile& then : manifest.inputs)
            if (then.path == now.path && then.hash != now.hash) changed.push_back(now.path);
    return changed;
}

}  // namespace talus::run
