#include "talus/ground/load/setup.h"

#include "talus/ground/scene.h"

namespace talus::ground {

Setup setupOf(const method::Scene& scene) {
    Setup setup{.start = in(scene).ground->surface,
                .material = environment::materialIndex(scene.environment, in(scene).ground->material),
                .soil = {}};
    if (const auto& soil = in(scene).soil)
        setup.soil = SoilSetup{.kind = kindOf(*soil),
                               .interval = soil->interval.value_or(scene.time.frame_interval / 8),
                               .sweeps = soil->sweeps};
    return setup;
}

}  // namespace talus::ground
