#include "talus/grains/materials/from_materials.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/grains/law/law_keys.h"

namespace talus::grains {

Contact contactFrom(const environment::Material& a, const environment::Material& b, double radius) {
    Contact contact;
    contact.first = a.name;
    contact.second = b.name;
    contact.law = "linear";
    contact.auto_stiffness = true;
    contact.friction = std::min(*a.friction, *b.friction);
    const double ea = *a.restitution, eb = *b.restitution;
    contact.restitution =
        ea == eb ? ea : std::clamp(std::sqrt(0.5 * (ea * ea + eb * eb)), least_restitution, 1.0);

    contact.rolling_friction = std::max(a.rolling_friction, b.rolling_friction);
    if (contact.rolling_friction > 0) contact.rolling = Rolling::Spring;

    const environment::Material& wetter = a.moisture >= b.moisture ? a : b;
    if (wetter.surface_tension > 0 && wetter.moisture > 0) {
        // Chosen: six bridges a grain, each shared by two. Balance of forces and moments asks for four
        // contacts a grain with friction, and of forces for six without; wet packings have two bridges more
        // than contacts (Weis, Schroeder-Turk, Schroeter, arXiv 1808.04342, abstract). A bridge's pull in
        // contact does not depend on its volume, only its reach does, as V^(1/3).
        constexpr double bridges_per_grain = 3;
        contact.cohesion = Cohesion::Capillary;
        contact.surface_tension = wetter.surface_tension;
        contact.bridge_volume =
            wetter.moisture * 4.0 / 3.0 * std::numbers::pi * radius * radius * radius / bridges_per_grain;
    }
    return contact;
}

}  // namespace talus::grains
