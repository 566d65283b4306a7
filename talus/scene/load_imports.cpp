#include <filesystem>

#include "talus/scene/passes.h"

namespace talus::scene {

void loadImports(Scene& scene, const std::string& folder, const Entries& root, Diagnostics& diagnostics) {
    const Checked checked{scene, root, diagnostics};
    for (std::size_t i = 0; i < scene.imports.size() && !full(diagnostics); ++i) {
        grains::Import& import = scene.imports[i];
        std::error_code code;
        const std::string path = std::filesystem::absolute(std::filesystem::path(folder) / import.file, code)
                                     .lexically_normal()
                                     .string();
        Result<std::vector<grains::GrainRow>> rows = grains::readGrainFile(path);
        if (!rows) {
            // The user's own word, not the folder, which differs from machine to machine.
            std::string message = rows.error().message;
            if (const auto at = message.find(path); at != std::string::npos)
                message.replace(at, path.size(), import.file);
            diagnostics.error(checked.place("import", i, "file"), message,
                              "paths are relative to the scene's folder");
            continue;
        }
        for (grains::GrainRow& row : *rows) {
            row.position += import.position;
            if (import.at_rest) row.velocity = row.spin = {};
        }
        import.file = path;
        import.grains = std::make_shared<const std::vector<grains::GrainRow>>(std::move(*rows));
    }
}

}  // namespace talus::scene
