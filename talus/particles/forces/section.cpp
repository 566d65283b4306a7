#include "talus/particles/sections.h"

namespace talus::particles {

using namespace settings;

Section vortexSection() {
    return many(
        "vortex", 1024, &Part::vortices,
        "Air that rotates about an axis (a Lamb-Oseen vortex), for the particles of one system.",
        {systemRow<Vortex>(),
         parameter(&Vortex::point, {.key = "point", .unit = "m", .doc = "A point on its axis."}),
         parameter(&Vortex::axis, {.key = "axis", .doc = "Direction of its axis, of any length, not zero."}),
         parameter(&Vortex::circulation,
                   {.key = "circulation",
                    .unit = "m^2/s",
                    .doc = "Far from the axis the speed is this over (2 pi times the distance)."}),
         parameter(&Vortex::core, {.key = "core",
                                   .unit = "m",
                                   .range = above(0),
                                   .doc = "Radius within which the air rotates almost as a rigid body."}),
         parameter(
             &Vortex::updraft,
             {.key = "updraft", .unit = "m/s", .doc = "Velocity of the air along the axis, on the axis."})});
}

Section attractorSection() {
    return many(
        "attractor", 1024, &Part::attractors, "A point that attracts the particles of one system.",
        {systemRow<Attractor>(),
         parameter(&Attractor::point, {.key = "point", .unit = "m", .doc = "Its position."}),
         parameter(&Attractor::strength,
                   {.key = "strength",
                    .unit = "m^3/s^2",
                    .doc = "Far from the point the acceleration is this over the square of the "
                           "distance; below 0 it repels."}),
         parameter(&Attractor::softening, {.key = "softening",
                                           .unit = "m",
                                           .range = above(0),
                                           .doc = "Within this distance the attraction falls to zero."})});
}

}  // namespace talus::particles
