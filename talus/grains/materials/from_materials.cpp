#include "talus/grains/materials/from_materials.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "talus/environment/contact/material_pair.h"
#include "talus/grains/law/law_keys.h"

namespace talus::grains {
namespace {

using environment::Material;

const Material& wetterOf(const Material& a, const Material& b) { return a.moisture >= b.moisture ? a : b; }

bool isWet(const Material& material) { return material.surface_tension > 0 && material.moisture > 0; }

double frictionOf(const Material& a, const Material& b) {
    return environment::pairFriction(*a.friction, *b.friction);
}

double restitutionOf(const Material& a, const Material& b) {
    const double pair = environment::pairRestitution(*a.restitution, *b.restitution);
    return *a.restitution == *b.restitution ? pair : std::clamp(pair, min_restitution, 1.0);
}

/// The material with this name; null if there is none, or more than one.
const Material* named(std::span<const Material> materials, const std::string& name) {
    const Material* found = nullptr;
    for (const Material& material : materials) {
        if (material.name != name) continue;
        if (found) return nullptr;
        found = &material;
    }
    return found;
}

/// The k-th name of the key `between`; null if the table has no such text.
const std::string* nameIn(const settings::Entries& table, std::size_t k) {
    const settings::Entry* between = settings::find(table, "between");
    const auto* names = between ? std::get_if<settings::List>(&between->node.value) : nullptr;
    return names && k < names->size() ? std::get_if<std::string>(&(*names)[k].value) : nullptr;
}

}  // namespace

Contact contactFrom(const Material& a, const Material& b, double radius) {
    Contact contact;
    contact.first = a.name;
    contact.second = b.name;
    contact.law = "linear";
    contact.auto_stiffness = true;
    contact.shear_stiffness = contact.rolling_stiffness = from_stiffness;
    contact.friction = frictionOf(a, b);
    contact.restitution = restitutionOf(a, b);

    if (const double rolling = std::max(a.rolling_friction, b.rolling_friction); rolling > 0) {
        contact.rolling = Rolling::Spring;
        contact.rolling_friction = rolling;
    }
    if (const Material& wetter = wetterOf(a, b); isWet(wetter)) {
        contact.cohesion = Cohesion::Capillary;
        contact.surface_tension = wetter.surface_tension;
        contact.bridge_volume = bridgeVolume(a, b, radius);
    }
    return contact;
}

void startContact(Contact& contact, const settings::Entries& table, std::span<const Material> materials) {
    contact.shear_stiffness = contact.rolling_stiffness = from_stiffness;
    const std::string *first = nameIn(table, 0), *second = nameIn(table, 1);
    const Material* a = first ? named(materials, *first) : nullptr;
    const Material* b = second ? named(materials, *second) : nullptr;
    if (!a || !b) return;
    if (hasContactNumbers(*a) && hasContactNumbers(*b)) {
        contact = contactFrom(*a, *b, 0);
        contact.bridge_volume = bridge_from_grains;
        return;
    }
    if (a->friction && b->friction) contact.friction = frictionOf(*a, *b);
    if (a->restitution && b->restitution) contact.restitution = restitutionOf(*a, *b);
}

double bridgeVolume(const Material& a, const Material& b, double radius) {
    const Material& wetter = wetterOf(a, b);
    if (!isWet(wetter) || !(radius > 0)) return Contact{}.bridge_volume;
    // Chosen: six bridges per grain, each shared by two grains. The balance of forces and moments requires
    // four contacts per grain with friction; the balance of forces requires six without. Wet packings have
    // two bridges more than contacts (Weis, Schroeder-Turk, Schroeter, arXiv 1808.04342, abstract). The
    // attraction of a bridge in contact does not depend on its volume; only its range does, as V^(1/3).
    constexpr double bridges_per_grain = 3;
    return wetter.moisture * 4.0 / 3.0 * std::numbers::pi * radius * radius * radius / bridges_per_grain;
}

}  // namespace talus::grains
