#include "talus/couple/hybrid/hybrid.h"
#include "talus/couple/hybrid/sand_pattern.h"

namespace talus::couple {

using namespace settings;

Section hybridSection() {
    return optional(
        "hybrid", &HybridPart::hybrid,
        "Grains that lie still deep enough become ground, and come back where it is dug or too steep: "
        "many more grains at the same cost. Needs [ground]. None where the table is not there.",
        {parameter(&Hybrid::layers,
                   {.key = "layers",
                    .range = between(1, 20),
                    .doc = "A grain with so many over it is held still whatever moves around it; one with "
                           "fewer only where no grain on the move comes near. More is nearer to grains "
                           "alone, and slower."}),
         parameter(&Hybrid::shell,
                   {.key = "shell",
                    .range = between(1, 20),
                    .doc = "So many grains that are held, with `layers` over each, must lie over one "
                           "before it becomes ground. More keeps the heap's volume better."}),
         parameter(&Hybrid::interval, {.key = "interval",
                                       .unit = "s",
                                       .range = above(0),
                                       .doc = "Between two rounds of the exchange."}),
         parameter(&Hybrid::quiet,
                   {.key = "quiet",
                    .unit = "s",
                    .range = above(0),
                    .doc = "A grain that stayed in its place for so long is held still: one interval at "
                           "least, 255 at most."}),
         parameter(&Hybrid::still,
                   {.key = "still",
                    .range = {.min = 0, .max = 1, .open_min = true},
                    .doc = "It stayed in its place if it went no further than this, in its diameters. "
                           "still / quiet is the speed below which sand that creeps is frozen: more is "
                           "faster, and heaps of slow pours get flatter."}),
         parameter(&Hybrid::wake,
                   {.key = "wake",
                    .range = between(1, 100),
                    .doc = "So far around the ways of grains on the move, those on the surface are free: "
                           "in diameters of the largest."}),
         parameter(&Hybrid::packing, {.key = "packing",
                                      .range = between(0.3, SandPattern::max_packing),
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
                                           .doc = "With depth: radius of the grains of this sand."})});
}

}  // namespace talus::couple
