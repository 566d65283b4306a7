#include "talus/couple/hybrid/hybrid.h"
#include "talus/couple/hybrid/sand_pattern.h"

namespace talus::couple {

using namespace settings;

Section hybridSection() {
    return optional(
        "hybrid", &HybridPart::hybrid,
        "Grains that lie still deep enough become ground. Ground becomes grains again where it is dug or too "
        "steep. So many more grains are possible at the same cost. Needs [ground]. Without this table grains "
        "stay grains.",
        {parameter(
             &Hybrid::layers,
             {.key = "layers",
              .range = between(1, 20),
              .doc = "Number of grains that must lie over a grain for it to be held still whatever moves "
                     "around it. A grain with fewer over it is held only while no moving grain comes "
                     "near. Larger values are closer to a run without [hybrid], and slower."}),
         parameter(&Hybrid::shell,
                   {.key = "shell",
                    .range = between(1, 20),
                    .doc = "Number of held grains, each with `layers` grains over it, that must lie over a "
                           "grain before it becomes ground. Larger values keep the heap's volume better."}),
         parameter(&Hybrid::interval, {.key = "interval",
                                       .unit = "s",
                                       .range = above(0),
                                       .doc = "Time between two rounds of the exchange."}),
         parameter(&Hybrid::quiet,
                   {.key = "quiet",
                    .unit = "s",
                    .range = above(0),
                    .doc = "Time for which a grain must stay in its position before it is held still: from 1 "
                           "to 255 intervals."}),
         parameter(
             &Hybrid::still,
             {.key = "still",
              .range = {.min = 0, .max = 1, .open_min = true},
              .doc = "A grain stays in its position if it moves by no more than this, in its diameters. "
                     "still / quiet is the speed below which creeping sand is frozen. Larger values make "
                     "the run faster, but slowly poured heaps flatter."}),
         parameter(&Hybrid::wake,
                   {.key = "wake",
                    .range = between(1, 100),
                    .doc = "Distance from the paths of moving grains within which grains of the surface are "
                           "free, in diameters of the largest grain."}),
         parameter(&Hybrid::packing, {.key = "packing",
                                      .range = between(0.3, SandPattern::max_packing),
                                      .doc = "Share of the ground's volume that its grains take up."}),
         parameter(&Hybrid::reach,
                   {.key = "reach",
                    .range = between(1, 100),
                    .doc = "Distance from moving walls within which sand is free grains, in diameters of the "
                           "largest grain."}),
         parameter(&Hybrid::stability,
                   {.key = "stability",
                    .unit = "rad",
                    .range = {.min = 0, .max = 1.5, .open_min = true},
                    .doc = "Ground without grains on it becomes grains where it is steeper than this."}),
         parameter(&Hybrid::depth,
                   {.key = "depth",
                    .unit = "m",
                    .range = atLeast(0),
                    .doc = "Depth to which the ground is sand at the start; below it is rock."}),
         parameter(&Hybrid::material,
                   {.key = "material", .doc = "Material of the grains of this sand; needed with depth."}),
         parameter(&Hybrid::grain_radius, {.key = "grain_radius",
                                           .unit = "m",
                                           .range = above(0),
                                           .doc = "Radius of the grains of this sand; used with depth."})});
}

}  // namespace talus::couple
