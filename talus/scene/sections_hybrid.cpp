#include "talus/couple/sand_pattern.h"
#include "talus/scene/sections.h"

namespace talus::scene {

using couple::Hybrid;

Section hybridSection() {
    return {
        .name = "hybrid",
        .doc =
            "Grains that lie still deep enough become ground, and come back where it is dug or too steep: "
            "many more grains at the same cost. Needs [ground]. None where the table is not there.",
        .parameters =
            {parameter(&Hybrid::layers,
                       {.key = "layers",
                        .range = between(1, 20),
                        .doc = "So many grains must lie over one before it is held still; more is nearer to "
                               "grains alone, and slower."}),
             parameter(
                 &Hybrid::shell,
                 {.key = "shell",
                  .range = between(1, 20),
                  .doc = "So many grains that are held still must lie over one before it becomes ground."}),
             parameter(&Hybrid::interval,
                       {.key = "interval", .unit = "s", .range = above(0), .doc = "Between two looks."}),
             parameter(&Hybrid::still,
                       {.key = "still",
                        .range = {.min = 0, .max = 1, .open_min = true},
                        .doc = "A grain lies still if it moved less than this between two looks, in its "
                               "diameters."}),
             parameter(&Hybrid::packing, {.key = "packing",
                                          .range = between(0.3, couple::SandPattern::most_packing),
                                          .doc = "Share of the ground's volume that its grains take."}),
             parameter(&Hybrid::reach,
                       {.key = "reach",
                        .range = between(1, 100),
                        .doc = "Around walls that move, sand is free grains: so far, in diameters of the "
                               "largest."}),
             parameter(&Hybrid::stability,
                       {.key = "stability",
                        .unit = "rad",
                        .range = {.min = 0, .max = 1.5, .open_min = true},
                        .doc = "Ground without grains on it becomes grains where it is steeper."}),
             parameter(&Hybrid::depth, {.key = "depth",
                                        .unit = "m",
                                        .range = atLeast(0),
                                        .doc = "So deep the ground is sand at the start, not rock."}),
             parameter(&Hybrid::material,
                       {.key = "material", .doc = "With depth: material of the grains of this sand."}),
             parameter(&Hybrid::grain_radius, {.key = "grain_radius",
                                               .unit = "m",
                                               .range = above(0),
                                               .doc = "With depth: radius of the grains of this sand."})},
        .size = [](const Scene& scene) -> std::size_t { return scene.hybrid ? 1 : 0; },
        .object = [](Scene& scene, std::size_t) -> void* {
            if (!scene.hybrid) scene.hybrid.emplace();
            return &*scene.hybrid;
        },
        .append = [](Scene& scene) { scene.hybrid.emplace(); },
        .defaults = std::make_shared<const Hybrid>()};
}

}  // namespace talus::scene
