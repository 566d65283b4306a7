#include <fmt/format.h>

#include "talus/ground/check/checks.h"

namespace talus::ground {

using method::Scene;

void checkSoil(const Checking& checked) {
    const Scene& scene = checked.scene;
    if (!in(scene).soil) return;
    const auto refuse = [&](const char* key, std::string message, std::string hint) {
        checked.diagnostics.error(checked.spanOf("soil", 0, key), std::move(message), std::move(hint));
    };
    if (!in(scene).ground) return refuse("kind", "[soil] needs a [ground] to be made of it", "add [ground]");
    const GroundKind kind = kindOf(*in(scene).soil);
    if (const Status sound = check(kind.slopes); !sound)
        refuse(in(scene).soil->stop      ? "stop"
               : in(scene).soil->outside ? "outside"
                                         : "inside",
               sound.error().message,
               fmt::format("what is not given comes from kind: outside {}, stop {}, inside {} rad",
                           kind.slopes.outside, kind.slopes.stop, kind.slopes.inside));
    const Vec3d& g = scene.environment.gravity;
    if (g.x != 0 || g.y != 0 || g.z > 0)
        checked.diagnostics.error(checked.spanOf("world", 0, "gravity"), "[soil] needs gravity along -z",
                                  "tilt the ground, not gravity");
}

}  // namespace talus::ground
