#include "talus/grains/load/follow_materials.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>

#include <fmt/format.h>

#include "talus/grains/expected.h"
#include "talus/grains/law/law_row.h"
#include "talus/grains/load/grain_sizes.h"
#include "talus/grains/materials/from_materials.h"
#include "talus/grains/materials/softest_stiffness.h"
#include "talus/grains/sources/grain_file.h"

namespace talus::grains {

using method::Scene;

namespace {

using environment::Material;
using std::numbers::pi;

/// The material with a name; null if there is none, or more than one.
const Material* materialOf(const Scene& scene, const std::string& name) {
    const Material* found = nullptr;
    for (const Material& material : scene.environment.materials) {
        if (material.name != name) continue;
        if (found) return nullptr;
        found = &material;
    }
    return found;
}

/// Whether grains of a material are fixed. Contacts between fixed grains have no effect.
bool isFixed(const Scene& scene, const std::string& name) {
    return std::any_of(scene.environment.materials.begin(), scene.environment.materials.end(),
                       [&](const Material& material) { return material.name == name && material.fixed; });
}

/// The number of grains of each material: 1, or 2 for more than one.
std::map<std::string, int> grainMaterials(const Scene& scene) {
    std::map<std::string, int> count;
    const auto add = [&](const std::string& material, int n) {
        count[material] = std::min(2, count[material] + n);
    };
    for (const Emitter& emitter : in(scene).emitters) add(emitter.material, emitter.count == 1 ? 1 : 2);
    for (const Fill& fill : in(scene).fills) add(fill.material, fill.count == 1 ? 1 : 2);
    for (const Import& import : in(scene).imports) add(import.material, import.grains->size() > 1 ? 2 : 1);
    for (const Grain& grain : in(scene).placed) add(grain.material, 1);
    return count;
}

double densityOf(const Scene& scene, const std::string& name) {
    return scene.environment.materials[materialIndex(scene.environment, name)].density;
}

/// Mass of the largest grain of a material [kg]; infinite if it has none.
double heaviest(const Scene& scene, const std::string& name) {
    const double radius = radiusRange(scene, name).largest;
    if (radius == 0) return std::numeric_limits<double>::infinity();
    return 4.0 / 3.0 * pi * radius * radius * radius * densityOf(scene, name);
}

/// The density of the heaviest grains [kg/m^3].
double densest(const Scene& scene) {
    double largest = 0;
    for (const Material& material : scene.environment.materials)
        if (radiusRange(scene, material.name).largest > 0) largest = std::max(largest, material.density);
    return largest;
}

/// The smaller of two radii; if one is 0 (none), the other.
double smaller(double a, double b) { return a == 0 ? b : b == 0 ? a : std::min(a, b); }

/// The load and impacts that a contact must bear.
ContactLoad contactLoadOf(const Scene& scene, const Contact& contact, const Expected& known) {
    ContactLoad load;
    const double a = radiusRange(scene, contact.first).largest,
                 b = radiusRange(scene, contact.second).largest;
    load.radius = smaller(a, b);
    load.effective_radius = a > 0 && b > 0 ? a * b / (a + b) : load.radius;
    // The effective mass is at most the smaller mass, and equals it if the partner is held by others.
    load.mass = std::min(heaviest(scene, contact.first), heaviest(scene, contact.second));
    load.speed = known.impact_speed;
    load.gravity = length(scene.environment.gravity);
    if (!(load.gravity > 0)) return load;
    // The column of grains over a grain is at most as high as the scene (the height of fall that gives the
    // largest speed), and at most as high as all grains on top of each other. A column of balls of this
    // radius is 2/3 solid: pi R^2 h holds h / 2R balls.
    const double height = std::min(known.speed * known.speed / (2 * load.gravity),
                                   2 * radiusRange(scene).largest * known.grains);
    const double column = densest(scene) * 2.0 / 3.0 * pi * load.radius * load.radius * height;
    load.weight = load.gravity * std::max(load.mass, column);
    return load;
}

/// Whether the law has a normal stiffness that can be chosen.
bool hasStiffness(const Contact& contact) {
    const auto keys = contact.law->keys();
    return std::any_of(keys.begin(), keys.end(),
                       [](const LawKey& key) { return key.row.key == "stiffness"; });
}

/// Whether springs of a contact are still to be chosen.
bool isOpen(const Contact& contact) {
    return contact.auto_stiffness || contact.shear_stiffness == from_stiffness ||
           contact.rolling_stiffness == from_stiffness;
}

std::string reason(const ChosenStiffness& softest, const ContactLoad& load) {
    return softest.by_impact ? fmt::format("impacts at {:.3g} m/s press in by {:g} of the radius at most",
                                           load.speed, overlap_in_impact)
                             : fmt::format("a load of {:.3g} N presses in by {:g} of the radius at most",
                                           softest.load, overlap_at_rest);
}

}  // namespace

Pair ordered(std::string a, std::string b) {
    if (b < a) std::swap(a, b);
    return {std::move(a), std::move(b)};
}

std::map<Pair, std::string> meetingPairs(const Scene& scene) {
    std::map<Pair, std::string> pairs;
    const auto materials = grainMaterials(scene);
    for (const auto& [a, count] : materials) {
        for (const auto& [b, other] : materials)
            if (a < b || (a == b && count > 1 && !isFixed(scene, a)))
                pairs.emplace(ordered(a, b), "grains of both can meet");
        if (isFixed(scene, a)) continue;
        for (const environment::Wall& wall : scene.environment.walls)
            pairs.emplace(ordered(a, wall.material),
                          fmt::format("such grains can touch [[wall]] '{}'", wall.name));
        if (const auto& ground = scene.environment.ground)
            pairs.emplace(ordered(a, ground->material), "such grains can touch the [ground]");
    }
    return pairs;
}

void makeContacts(Scene& scene) {
    std::vector<Contact>& contacts = in(scene).contacts;
    const auto radiusOf = [&](const std::string& first, const std::string& second) {
        return smaller(radiusRange(scene, first).largest, radiusRange(scene, second).largest);
    };
    std::set<Pair> given;
    for (Contact& contact : contacts) {
        given.insert(ordered(contact.first, contact.second));
        if (contact.bridge_volume == bridge_from_grains)
            contact.bridge_volume =
                bridgeVolume(*materialOf(scene, contact.first), *materialOf(scene, contact.second),
                             radiusOf(contact.first, contact.second));
    }
    for (const auto& [pair, why] : meetingPairs(scene)) {
        // A scene with more contacts could not be read again; missing contacts are then reported as errors.
        if (contacts.size() >= max_contacts) return;
        const Material* first = materialOf(scene, pair.first);
        const Material* second = materialOf(scene, pair.second);
        if (given.contains(pair) || !first || !second) continue;
        if (!hasContactNumbers(*first) || !hasContactNumbers(*second)) continue;
        contacts.push_back(contactFrom(*first, *second, radiusOf(pair.first, pair.second)));
    }
}

bool leavesStiffnessOpen(const Scene& scene) {
    const std::vector<Contact>& contacts = in(scene).contacts;
    return std::any_of(contacts.begin(), contacts.end(), isOpen);
}

void chooseStiffness(Scene& scene, const Expected& known) {
    for (Contact& contact : in(scene).contacts) {
        if (!isOpen(contact)) continue;
        const ContactLoad load = contactLoadOf(scene, contact, known);
        double normal = 0;
        // Two materials without grains never touch; and a contact time may set the constants of a law.
        if (contact.auto_stiffness && load.radius > 0 && !contact.contact_time && hasStiffness(contact)) {
            const ChosenStiffness softest = softestStiffness(contact, load);
            contact.stiffness = softest.stiffness;
            contact.chosen = reason(softest, load);
            normal = softest.secant;
        } else {
            normal = secantInImpact(contact, load);
        }
        contact.auto_stiffness = false;
        // k_s = 2/7 k gives both springs one period, k_r = k_s a slower one (docs/theory/grains.md): neither
        // makes the step shorter than the normal spring does.
        const Contact defaults;
        const double follows = share_of_normal * normal;
        if (contact.shear_stiffness == from_stiffness)
            contact.shear_stiffness = normal > 0 ? follows : defaults.shear_stiffness;
        if (contact.rolling_stiffness == from_stiffness)
            contact.rolling_stiffness = normal > 0 ? follows : defaults.rolling_stiffness;
    }
}

}  // namespace talus::grains
