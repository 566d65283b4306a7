#include "talus/particles/sections.h"

namespace talus::particles {

using namespace settings;

Section bounceSection() {
    return many(
        "bounce", 1024, &Part::bounces, "How the particles of one system bounce off walls and ground.",
        {systemRow<Bounce>(),
         parameter(&Bounce::material,
                   {.key = "material", .doc = "Of walls and ground; empty: all that no other entry names."}),
         parameter(&Bounce::restitution,
                   {.key = "restitution",
                    .range = between(0, 1),
                    .doc = "Share of the speed towards the wall with which they come back."}),
         parameter(
             &Bounce::friction,
             {.key = "friction", .range = between(0, 10), .doc = "Coulomb's coefficient, in impulses."})});
}

}  // namespace talus::particles
