#include <algorithm>

#include <fmt/format.h>

#include "talus/grains/check/checks.h"
#include "talus/grains/sources/grain_file.h"

namespace talus::grains {

using method::Scene;

/// Grains of a fixed material never move, so nothing may set them in motion.
void checkFixed(const Checking& checked) {
    const Scene& scene = checked.scene;
    const auto refuse = [&](const char* section, std::size_t index, const char* key, const std::string& name,
                            const char* what) {
        if (full(checked.diagnostics)) return;
        checked.diagnostics.error(
            checked.spanOf(section, index, key),
            fmt::format("{}, but [[material]] '{}' is fixed", what, name),
            "grains of a fixed material stay where they are; leave this out, or use another material");
    };
    const auto isFixed = [&](const std::string& name) {
        return scene.environment.materials[materialIndex(scene.environment, name)].fixed;
    };
    for (std::size_t i = 0; i < in(scene).emitters.size(); ++i)
        if (isFixed(in(scene).emitters[i].material))
            refuse("emitter", i, "material", in(scene).emitters[i].material, "the emitter pours grains");
    for (std::size_t i = 0; i < in(scene).fills.size(); ++i)
        if (squaredLength(in(scene).fills[i].velocity) > 0 && isFixed(in(scene).fills[i].material))
            refuse("fill", i, "velocity", in(scene).fills[i].material, "the fill has a velocity");
    for (std::size_t i = 0; i < in(scene).imports.size(); ++i) {
        const auto& rows = *in(scene).imports[i].grains;
        const bool moves = std::any_of(rows.begin(), rows.end(), [](const GrainRow& row) {
            return squaredLength(row.velocity) + squaredLength(row.spin) > 0;
        });
        if (moves && isFixed(in(scene).imports[i].material))
            refuse("import", i, "material", in(scene).imports[i].material, "grains of the file move");
    }
    for (std::size_t i = 0; i < in(scene).placed.size(); ++i) {
        if (!isFixed(in(scene).placed[i].material)) continue;
        const std::string& name = in(scene).placed[i].material;
        if (squaredLength(in(scene).placed[i].velocity) > 0)
            refuse("grain", i, "velocity", name, "the grain has a velocity");
        if (squaredLength(in(scene).placed[i].spin) > 0) refuse("grain", i, "spin", name, "the grain turns");
    }
}

}  // namespace talus::grains
