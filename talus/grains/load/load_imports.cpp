#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "talus/grains/load/load.h"
#include "talus/grains/sources/grain_file.h"

namespace talus::grains {

using method::Scene;

namespace {

/// Warns of properties in the file that the grains will not have.
void warnOfLoss(const Checking& checked, std::size_t index, const GrainFile& file) {
    const Import& import = in(checked.scene).imports[index];
    const SourceSpan span = checked.spanOf("import", index, "file");
    if (!file.several.empty())
        checked.warn(span,
                     fmt::format("'{}' has grains of several {}; all become '{}'", import.file, file.several,
                                 import.material),
                     file.several == "types"
                         ? "import the file once a type, with type = 1, 2, ..., each of its own material"
                         : "split the file by its column 'material', and import each part");
    const auto& materials = checked.scene.environment.materials;
    const auto material =
        std::find_if(materials.begin(), materials.end(),
                     [&](const environment::Material& m) { return m.name == import.material; });
    if (material == materials.end() || file.largest_density == 0) return;
    // Files often have only six digits.
    const double slack = 1e-5 * material->density;
    if (std::abs(file.least_density - material->density) > slack ||
        std::abs(file.largest_density - material->density) > slack)
        checked.warn(
            span,
            fmt::format("'{}' has densities from {:g} to {:g} kg/m^3; its grains get that of '{}', {:g}",
                        import.file, file.least_density, file.largest_density, import.material,
                        material->density),
            "give the material the file's density, or a material to each");
}

/// The number of grains that can be read with the memory left; nothing, with an error, if the text alone does
/// not fit. The memory of the grains in the run is counted elsewhere, with all others.
std::optional<std::size_t> grainsThatFit(const Checking& checked, std::size_t index, const std::string& path,
                                         const std::string& word) {
    std::error_code code;
    // The text, and the numbers of a dump, each of which has at least two characters. Errors in the file
    // itself are reported by readGrainFile().
    const auto size = 5 * static_cast<double>(std::filesystem::file_size(path, code));
    const double left = checked.files.memory->left() - (code ? 0 : size);
    // A list that grows exists twice for a moment, and an atom of a dump takes more than a row.
    constexpr double bytes_of_row = 4 * sizeof(GrainRow);
    const std::size_t usual = GrainChoice{}.max_grains;
    if (left >= bytes_of_row * static_cast<double>(usual)) return usual;
    if (left >= bytes_of_row) return static_cast<std::size_t>(left / bytes_of_row);
    checked.error(
        "import", index, "file",
        fmt::format("reading '{}' needs up to {:.3g} GB of memory, which are not left for it on this "
                    "machine",
                    word, size / 1e9),
        "import a smaller file");
    return std::nullopt;
}

}  // namespace

void loadImports(Scene& scene, const Checking& checked) {
    for (std::size_t i = 0; i < in(scene).imports.size() && !full(checked.diagnostics); ++i) {
        Import& import = in(scene).imports[i];
        const auto found = checked.path("import", i, "file", import.file);
        if (!found) continue;
        const std::string& path = *found;
        const auto max_grains = grainsThatFit(checked, i, path, import.file);
        if (!max_grains) continue;
        Result<GrainFile> read = readGrainFile(path, {import.type, import.snapshot, *max_grains});
        if (!read) {
            checked.error("import", i, "file",
                          method::withPathAsGiven(read.error().message, path, import.file),
                          "paths are relative to the scene's folder");
            continue;
        }
        warnOfLoss(checked, i, *read);
        for (GrainRow& row : read->rows) {
            row.position += import.position;
            if (import.at_rest) row.velocity = row.spin = {};
        }
        import.file = path;
        import.grains = std::make_shared<const std::vector<GrainRow>>(std::move(read->rows));
    }
}

}  // namespace talus::grains
