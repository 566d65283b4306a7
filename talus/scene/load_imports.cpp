#include <filesystem>

#include <fmt/format.h>

#include "talus/scene/passes.h"

namespace talus::scene {

void loadImports(Scene& scene, const std::string& folder, const Entries& root, Diagnostics& diagnostics) {
    Checked checked{scene, root, diagnostics};
    for (std::size_t i = 0; i < scene.imports.size() && !full(diagnostics); ++i) {
        grains::Import& import = scene.imports[i];
        std::error_code code;
        const std::string path = std::filesystem::absolute(std::filesystem::path(folder) / import.file, code)
                                     .lexically_normal()
                                     .string();
        bool several_materials = false;
        Result<std::vector<grains::GrainRow>> rows = grains::readGrainFile(path, &several_materials);
        if (!rows) {
            // The user's own word, not the folder, which differs from machine to machine.
            std::string message = rows.error().message;
            if (const auto at = message.find(path); at != std::string::npos)
                message.replace(at, path.size(), import.file);
            diagnostics.error(checked.place("import", i, "file"), message,
                              "paths are relative to the scene's folder");
            continue;
        }
        if (several_materials)
            checked.warn(checked.place("import", i, "file"),
                         fmt::format("'{}' has grains of several materials; all become '{}'", import.file,
                                     import.material),
                         "split the file by its column 'material', and import each part");
        for (grains::GrainRow& row : *rows) {
            row.position += import.position;
            if (import.at_rest) row.velocity = row.spin = {};
        }
        import.file = path;
        import.grains = std::make_shared<const std::vector<grains::GrainRow>>(std::move(*rows));
    }
}

}  // namespace talus::scene
