#include "talus/environment/known_materials.h"

namespace talus::environment {
namespace {

/// Densities are of the solid; colours are chosen for pictures. Friction and restitution are of the material
/// on itself. "Chosen" means: a number of plausible size and order among these materials, not taken from a
/// source; no measurement stands behind its digits. "Tables" are public ones on the web, handbooks were not
/// at hand. Of friction: mech.subwiki.org, "Table of friction coefficients", which names The Engineer's
/// Handbook and Engineering ToolBox. Of density: freshgk.com, "Density of various substances" (glass, mild
/// steel); diracdelta.co.uk, "Oak"; physics.info, "Density" (quartz 2600, elsewhere mostly 2650);
/// thoughtco.com, "What is the density of water".
constexpr KnownMaterial known[] = {
    // Quartz: tables give 2600 to 2650. Friction (tan 26.6 deg), restitution
    // and rolling friction (grains have corners) are chosen. What the last does: docs/theory/grains.md,
    // "Bulk", has heaps with 0 and 0.2 of it; both are flatter than the 34 deg that Carter found typical of
    // published angles of repose of dry sand (US Bureau of Reclamation, Hydraulic Laboratory, Hyd-299, 1950).
    {.word = "dry sand",
     .density = 2650,
     .colour = {0.80, 0.66, 0.44},
     .friction = 0.5,
     .restitution = 0.5,
     .rolling_friction = 0.2},
    // Granite, crushed: tables give 2560 to 2800. Friction, restitution and rolling friction are chosen:
    // rougher, duller and more angular than sand.
    {.word = "gravel",
     .density = 2650,
     .colour = {0.52, 0.50, 0.48},
     .friction = 0.6,
     .restitution = 0.4,
     .rolling_friction = 0.3},
    // Glass: 2500 in tables (crown). Friction and restitution were written down from memory of measurements
    // on small spheres (Foerster and others, Phys. Fluids 6 (1994) 1108); the paper was not at hand, so they
    // count as chosen: beads are smooth and bounce well.
    {.word = "glass beads",
     .density = 2500,
     .colour = {0.72, 0.82, 0.84},
     .friction = 0.09,
     .restitution = 0.97},
    // Mild steel: 7850 in tables. Friction: hard steel on hard steel, clean and dry, sliding (tables: 0.42;
    // at rest 0.78; mild steel 0.57 and 0.74). Restitution is chosen.
    {.word = "steel", .density = 7850, .colour = {0.62, 0.64, 0.67}, .friction = 0.42, .restitution = 0.9},
    // Oak, air-dry: tables give 640 to 720, others 600 to 900 for all its kinds. Friction: within the 0.25 to
    // 0.5 of
    // tables for wood on wood, clean and dry. Restitution is chosen.
    {.word = "wood", .density = 700, .colour = {0.58, 0.42, 0.27}, .friction = 0.4, .restitution = 0.5},
    // Dry sand with water in bridges between its grains; the mass of the water, one hundredth, does not
    // count. Surface tension: water at 25 deg C, between the 72.74 mN/m at 20 and 71.20 at 30 of Haar,
    // Gallagher, Kell, NBS/NRC Steam Tables (1984), p. 267 (as tabulated in J. Burkardt's TEST_VALUES).
    // Moisture is chosen, small enough for bridges between two grains to carry the cohesion: at 0.05 of the
    // grains' volume they still make 85% of the capillary pressure (Awdi and others, arXiv 2605.12152,
    // abstract). Restitution is chosen below that of dry sand: bridges take energy.
    {.word = "moist sand",
     .density = 2650,
     .colour = {0.56, 0.43, 0.28},
     .friction = 0.5,
     .restitution = 0.4,
     .rolling_friction = 0.2,
     .surface_tension = 0.072,
     .moisture = 0.03},
    // Lumps of settled snow. The density is chosen between fresh snow, 70 to 150 (AMS Glossary of
    // Meteorology, "snow density"), and firn, from about 400 (IHP Glossary of Glacier Mass Balance). The rest
    // is chosen; that snow sinters is not in it. Friction is low: Casassa, Narita and Maeno (Ann. Glaciol.,
    // 1989, doi 10.1017/s0260305500007618, abstract) found 0.57 to 0.84 for blocks of snow that slide on
    // snow, adhesion included, and call that more than avalanche dynamics usually takes.
    {.word = "snow",
     .density = 300,
     .colour = {0.93, 0.95, 0.98},
     .friction = 0.3,
     .restitution = 0.3,
     .rolling_friction = 0.3},
    // At 20 deg C (tables: 998.2). A liquid has neither friction nor restitution: no contact follows from it.
    {.word = "water", .density = 998, .colour = {0.25, 0.45, 0.60}, .friction = {}, .restitution = {}},
};

}  // namespace

std::span<const KnownMaterial> knownMaterials() { return known; }

std::vector<std::string_view> knownMaterialWords() {
    std::vector<std::string_view> words{"none"};
    for (const KnownMaterial& material : known) words.push_back(material.word);
    return words;
}

void applyKnownMaterial(Material& material, std::string_view word) {
    for (const KnownMaterial& model : known) {
        if (model.word != word) continue;
        material.like = word;
        material.density = model.density;
        material.colour = model.colour;
        material.friction = model.friction;
        material.restitution = model.restitution;
        material.rolling_friction = model.rolling_friction;
        material.surface_tension = model.surface_tension;
        material.moisture = model.moisture;
    }
}

void applyKnownMaterial(Material& material, const settings::Entries& table) {
    const settings::Entry* like = settings::find(table, "like");
    if (const auto* word = like ? std::get_if<std::string>(&like->node.value) : nullptr)
        applyKnownMaterial(material, *word);
}

}  // namespace talus::environment
