#include <fmt/format.h>

#include "talus/grains/check/checks.h"
#include "talus/grains/search/sink.h"
#include "talus/grains/sources/grain_file.h"
#include "talus/method/check_world.h"

namespace talus::grains {

using method::Scene;

void checkSinks(const Checking& checked) {
    const Scene& scene = checked.scene;
    Diagnostics discarded;  // these errors have been reported before
    const Checking silent{scene, checked.root, checked.files, discarded};
    for (std::size_t i = 0; i < scene.environment.sinks.size() && !full(checked.diagnostics); ++i) {
        const environment::Sink& sink = scene.environment.sinks[i];
        if (!method::checkSink(silent, i)) continue;
        const auto refuse = [&](const char* section, std::size_t index, const char* key, const char* what) {
            checked.diagnostics.error(
                checked.spanOf(section, index, key), fmt::format("{} is in [[sink]] '{}'", what, sink.name),
                sink.kind == environment::Sink::Kind::Plane
                    ? "a sink removes what is behind its plane, on the side that 'normal' points away from"
                    : "a sink removes at once what is in it");
        };
        for (std::size_t e = 0; e < in(scene).emitters.size(); ++e)
            if (takes(sink, middleOf(in(scene).emitters[e])))
                refuse("emitter", e, "centre", "the middle of the emitter");
        for (std::size_t f = 0; f < in(scene).fills.size(); ++f)
            if (takes(sink, centreOf(in(scene).fills[f].box)))
                refuse("fill", f, "min", "the middle of the fill");
        for (std::size_t k = 0; k < in(scene).imports.size(); ++k)
            for (const GrainRow& row : *in(scene).imports[k].grains)
                if (takes(sink, row.position)) {
                    refuse("import", k, "file", "one grain of the import, or more,");
                    break;
                }
        for (std::size_t g = 0; g < in(scene).placed.size(); ++g)
            if (takes(sink, in(scene).placed[g].position)) refuse("grain", g, "position", "the grain");
    }
}

}  // namespace talus::grains
