#include "talus/engines/lammps/laws/law_forms.h"

#include <cmath>

#include "talus/grains/law/laws.h"

namespace talus::engines {
namespace {

using grains::LawConstants;

/// With a = sqrt(R d), normal force and shear stiffness are K a d and k a in LAMMPS, and 2/3 S a d and k a in
/// Talus, where S = 2 E*.
LammpsDashpots writeHertzMindlin(const LawConstants& law, const EffectiveContact& contact, LammpsLaw& out) {
    const double radii =
        contact.lammps_radius > 0 ? std::sqrt(contact.talus_radius / contact.lammps_radius) : 1;
    out.hertz = true;
    out.history_is_force = true;
    out.stiffness = 2.0 / 3 * law.stiffness * radii;
    out.shear_stiffness = law.shear_stiffness * radii;
    out.setTsuji(law.damping * std::sqrt(1.5));  // LAMMPS' dashpot has sqrt(K a), that of Talus sqrt(S a)
    return {.normal = law.damping, .scale = std::sqrt(law.shear_stiffness / law.stiffness)};
}

LammpsDashpots writeLinear(const LawConstants& law, const EffectiveContact&, LammpsLaw& out) {
    out.stiffness = law.stiffness;
    out.setTsuji(law.damping);
    return {.normal = law.damping, .scale = std::sqrt(law.shear_stiffness / law.stiffness)};
}

LammpsDashpots writeHooke(const LawConstants& law, const EffectiveContact&, LammpsLaw& out) {
    out.stiffness = law.stiffness;
    out.damping = "mass_velocity";
    out.damping_value = law.damping;
    return {.normal = law.damping};
}

LammpsDashpots writeLeeHerrmann(const LawConstants& law, const EffectiveContact& contact, LammpsLaw& out) {
    out.hertz = true;
    out.stiffness = law.stiffness / std::sqrt(contact.lammps_radius);
    out.damping = "mass_velocity";
    out.damping_value = law.damping;
    return {.normal = law.damping};
}

/// LAMMPS' spring and dashpot are K sqrt(R) d^(3/2) and g m_e sqrt(R d).
LammpsDashpots writeBell(const LawConstants& law, const EffectiveContact& contact, LammpsLaw& out) {
    const double root = std::sqrt(contact.lammps_radius);
    out.hertz = true;
    out.stiffness = (law.stiffness + law.stiffness_per_kg * contact.mass) / root;
    out.damping = "viscoelastic";
    out.damping_value = (law.damping / contact.mass + law.damping_per_kg) / root;
    return {.normal = law.damping};
}

std::string_view refusesBell(const LawConstants& law) {
    if (!(law.shear_damping > 0)) return {};
    return "the shear dashpot of \"bell\" is constant, but LAMMPS' grows with the overlap; set "
           "shear_damping = 0, or use \"bell-linear\"";
}

LammpsDashpots writeBellLinear(const LawConstants& law, const EffectiveContact& contact, LammpsLaw& out) {
    out.stiffness = law.stiffness + law.stiffness_per_kg * contact.mass;
    out.damping = "velocity";
    out.damping_value = law.damping + law.damping_per_kg * contact.mass;
    // Not law.damping: the dashpot may follow from a contact time.
    return {.normal = out.damping_value};
}

constexpr LawForm forms[] = {
    {grains::HertzMindlin::name, LammpsNeeds::RadiusOfCurvedWalls, writeHertzMindlin},
    {grains::Linear::name, LammpsNeeds::NoRadius, writeLinear},
    {grains::Hooke::name, LammpsNeeds::NoRadius, writeHooke},
    {grains::LeeHerrmann::name, LammpsNeeds::Radius, writeLeeHerrmann},
    {grains::Bell::name, LammpsNeeds::Radius, writeBell, refusesBell},
    {grains::BellLinear::name, LammpsNeeds::NoRadius, writeBellLinear},
};

}  // namespace

const LawForm* formOf(const LawConstants& law) {
    if (law.row == nullptr) return nullptr;
    for (const LawForm& form : forms)
        if (form.law == law.row->name) return &form;
    return nullptr;
}

}  // namespace talus::engines
