#include "talus/particles/sections.h"

namespace talus::particles {

using namespace settings;

Section bounceSection() {
    return many(
        "bounce", 1024, &Part::bounces, "How the particles of one system bounce off walls and ground.",
        {systemRow<Bounce>(),
         parameter(&Bounce::material,
                   {.key = "material",
                    .doc = "Material of the walls and the ground; empty: all that no other entry names."}),
         parameter(&Bounce::restitution,
                   {.key = "restitution",
                    .range = between(0, 1),
                    .doc = "Speed away from the wall after a bounce, over that towards it before."}),
         parameter(&Bounce::friction,
                   {.key = "friction",
                    .range = between(0, 10),
                    .doc = "Coulomb's coefficient: maximum tangential impulse over the normal one."})});
}

}  // namespace talus::particles
