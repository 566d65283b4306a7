#include <fmt/format.h>

#include "talus/couple/granular/check/checks.h"

namespace talus::couple::granular {

void checkSoil(const Checking& checked) {
    const Scene& scene = checked.scene;
    if (!ground::in(scene).soil) return;
    const auto refuse = [&](const char* key, std::string message, std::string hint) {
        checked.diagnostics.error(checked.spanOf("soil", 0, key), std::move(message), std::move(hint));
    };
    if (!ground::in(scene).ground)
        return refuse("kind", "[soil] needs a [ground] to be made of it", "add [ground]");
    const ground::GroundKind kind = ground::kindOf(*ground::in(scene).soil);
    if (const Status sound = check(kind.slopes); !sound)
        refuse(ground::in(scene).soil->stop      ? "stop"
               : ground::in(scene).soil->outside ? "outside"
                                                 : "inside",
               sound.error().message,
               fmt::format("what is not given comes from kind: outside {}, stop {}, inside {} rad",
                           kind.slopes.outside, kind.slopes.stop, kind.slopes.inside));
    const Vec3d& g = scene.environment.gravity;
    if (g.x != 0 || g.y != 0 || g.z > 0)
        checked.diagnostics.error(checked.spanOf("world", 0, "gravity"), "[soil] needs gravity along -z",
                                  "tilt the ground, not gravity");
}

}  // namespace talus::couple::granular
