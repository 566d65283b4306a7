#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "talus/scene/passes.h"

namespace talus::scene {
namespace {

/// What the file says and the grains will not have.
void warnOfLoss(Checked& checked, std::size_t index, const grains::GrainFile& file) {
    const grains::Import& import = checked.scene.imports[index];
    const SourceSpan place = checked.place("import", index, "file");
    if (!file.several.empty())
        checked.warn(place,
                     fmt::format("'{}' has grains of several {}; all become '{}'", import.file, file.several,
                                 import.material),
                     file.several == "types"
                         ? "import the file once a type, with type = 1, 2, ..., each of its own material"
                         : "split the file by its column 'material', and import each part");
    const auto& materials = checked.scene.materials;
    const auto material = std::find_if(materials.begin(), materials.end(),
                                       [&](const state::Material& m) { return m.name == import.material; });
    if (material == materials.end() || file.largest_density == 0) return;
    // Files often keep six digits.
    const double slack = 1e-5 * material->density;
    if (std::abs(file.least_density - material->density) > slack ||
        std::abs(file.largest_density - material->density) > slack)
        checked.warn(
            place,
            fmt::format("'{}' has densities from {:g} to {:g} kg/m^3; its grains get that of '{}', {:g}",
                        import.file, file.least_density, file.largest_density, import.material,
                        material->density),
            "give the material the file's density, or a material to each");
}

}  // namespace

void loadImports(Scene& scene, const std::string& folder, const Entries& root, Diagnostics& diagnostics) {
    Checked checked{scene, root, diagnostics};
    for (std::size_t i = 0; i < scene.imports.size() && !full(diagnostics); ++i) {
        grains::Import& import = scene.imports[i];
        std::error_code code;
        const std::string path = std::filesystem::absolute(std::filesystem::path(folder) / import.file, code)
                                     .lexically_normal()
                                     .string();
        Result<grains::GrainFile> read = grains::readGrainFile(path, {import.type, import.snapshot});
        if (!read) {
            // The user's own word, not the folder, which differs from machine to machine.
            std::string message = read.error().message;
            if (const auto at = message.find(path); at != std::string::npos)
                message.replace(at, path.size(), import.file);
            diagnostics.error(checked.place("import", i, "file"), message,
                              "paths are relative to the scene's folder");
            continue;
        }
        warnOfLoss(checked, i, *read);
        for (grains::GrainRow& row : read->rows) {
            row.position += import.position;
            if (import.at_rest) row.velocity = row.spin = {};
        }
        import.file = path;
        import.grains = std::make_shared<const std::vector<grains::GrainRow>>(std::move(read->rows));
    }
}

}  // namespace talus::scene
