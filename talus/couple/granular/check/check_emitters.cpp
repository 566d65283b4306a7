#include <fmt/format.h>

#include "talus/couple/granular/check/checks.h"
#include "talus/grains/sources/emit.h"

namespace talus::couple::granular {
void checkEmitters(const Checking& checked) {
    for (std::size_t i = 0; i < grains::in(checked.scene).emitters.size() && !full(checked.diagnostics);
         ++i) {
        const grains::Emitter& emitter = grains::in(checked.scene).emitters[i];
        const auto error = [&](const char* key, std::string message, std::string hint) {
            checked.diagnostics.error(checked.place("emitter", i, key), std::move(message), std::move(hint));
        };
        const double largest = largestRadius(emitter);
        if (emitter.radius < largest) {
            error("radius",
                  fmt::format("the disc of [[emitter]] '{}' is smaller than its largest grain", emitter.name),
                  fmt::format("at least {:.3g} m", largest));
            continue;
        }
        if (!(squaredLength(emitter.direction) > 0)) continue;  // told by checkGeometry
        const double highest = grains::largestRate(emitter, checked.scene.environment.gravity);
        if (!(highest > 0)) {
            error("speed", fmt::format("grains of [[emitter]] '{}' never leave its disc", emitter.name),
                  "give it a speed, or let its direction point along gravity");
        } else if (emitter.rate > highest && emitter.count > 1) {
            error("rate",
                  fmt::format("[[emitter]] '{}' cannot pour {} grains a second without overlap", emitter.name,
                              emitter.rate),
                  fmt::format("at most about {:g}; or raise its radius or speed", roundedDown(highest)));
        }
        if (emitter.start >= checked.scene.time.duration)
            checked.warn(checked.place("emitter", i, "start"),
                         fmt::format("[[emitter]] '{}' starts after the end of the run", emitter.name),
                         fmt::format("the run ends at {} s", checked.scene.time.duration));
    }
}

}  // namespace talus::couple::granular
