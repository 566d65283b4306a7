#include "talus/particles/sections.h"

namespace talus::particles {

using namespace settings;

Section vortexSection() {
    return many(
        "vortex", 1024, &Part::vortices,
        "Air that turns about an axis, for the particles of one system (the vortex of Lamb and Oseen).",
        {systemRow<Vortex>(),
         parameter(&Vortex::point, {.key = "point", .unit = "m", .doc = "A point of its axis."}),
         parameter(&Vortex::axis, {.key = "axis", .doc = "Direction of its axis, of any length, not zero."}),
         parameter(&Vortex::circulation,
                   {.key = "circulation",
                    .unit = "m^2/s",
                    .doc = "Far out the air goes round with this over 2 pi times the distance."}),
         parameter(&Vortex::core, {.key = "core",
                                   .unit = "m",
                                   .range = above(0),
                                   .doc = "Radius within which the air turns as one body."}),
         parameter(&Vortex::updraft, {.key = "updraft",
                                      .unit = "m/s",
                                      .doc = "Velocity of the air along the axis, in its middle."})});
}

Section attractorSection() {
    return many("attractor", 1024, &Part::attractors, "A point that pulls the particles of one system.",
                {systemRow<Attractor>(),
                 parameter(&Attractor::point, {.key = "point", .unit = "m", .doc = "Where it is."}),
                 parameter(&Attractor::strength,
                           {.key = "strength",
                            .unit = "m^3/s^2",
                            .doc = "Far out the acceleration is this over the square of the distance; below "
                                   "0 it pushes."}),
                 parameter(&Attractor::softening, {.key = "softening",
                                                   .unit = "m",
                                                   .range = above(0),
                                                   .doc = "Within this distance the pull falls to zero."})});
}

}  // namespace talus::particles
