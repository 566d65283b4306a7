#include "talus/environment/air/sections.h"
#include "talus/particles/sections.h"
#include "talus/settings/base_rows.h"

namespace talus::particles {

using namespace settings;

Section vortexSection() {
    return many(
        "vortex", 1024, &Part::vortices,
        "Air that rotates about an axis (a Lamb-Oseen vortex), for the particles of one system.",
        joined({{systemRow<Vortex>()}, ofBase<Vortex, environment::Vortex>(environment::vortexRows())}));
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
