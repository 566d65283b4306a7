#include <fmt/format.h>

#include "talus/grains/sink.h"
#include "talus/scene/check_shapes.h"

namespace talus::scene {

void checkSinks(Checked& checked) {
    const Scene& scene = checked.scene;
    for (std::size_t i = 0; i < scene.sinks.size() && !full(checked.diagnostics); ++i) {
        const grains::Sink& sink = scene.sinks[i];
        const bool sound = sink.kind == grains::Sink::Kind::Plane
                               ? checkDirection(checked, "sink", i, "normal", sink.plane.normal)
                               : checkCorners(checked, "sink", i, sink.box);
        if (!sound) continue;
        const auto refuse = [&](const char* section, std::size_t index, const char* key, const char* what) {
            checked.diagnostics.error(
                checked.place(section, index, key), fmt::format("{} is in [[sink]] '{}'", what, sink.name),
                sink.kind == grains::Sink::Kind::Plane
                    ? "a sink takes what is behind its plane, where 'normal' does not point"
                    : "a sink takes out at once what is in it");
        };
        for (std::size_t e = 0; e < scene.emitters.size(); ++e)
            if (takes(sink, scene.emitters[e].centre)) refuse("emitter", e, "centre", "the disc's centre");
        for (std::size_t f = 0; f < scene.fills.size(); ++f)
            if (takes(sink, centreOf(scene.fills[f].box))) refuse("fill", f, "min", "the middle of the fill");
        for (std::size_t k = 0; k < scene.imports.size(); ++k)
            for (const grains::GrainRow& row : *scene.imports[k].grains)
                if (takes(sink, row.position)) {
                    refuse("import", k, "file", "one grain of the import, or more,");
                    break;
                }
        for (std::size_t g = 0; g < scene.placed.size(); ++g)
            if (takes(sink, scene.placed[g].position)) refuse("grain", g, "position", "the grain");
    }
}

}  // namespace talus::scene
