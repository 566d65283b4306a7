#include "talus/run/lammps/lammps_laws.h"

#include <fmt/format.h>

#include "talus/grains/law/law_row.h"

namespace talus::run {

using grains::LammpsNeeds;

bool needsRadius(const grains::LawConstants& law, bool curved) {
    const LammpsNeeds needs = law.row == nullptr ? LammpsNeeds::NoRadius : law.row->lammps_needs;
    return needs == LammpsNeeds::Radius || (needs == LammpsNeeds::RadiusOfCurvedWalls && curved) ||
           law.stiffness_per_kg > 0;
}

namespace {

/// What LAMMPS would compute in another way than the law asks for.
void noteOther(const grains::LawConstants& law, bool damped, std::set<std::string>& refused) {
    const std::string_view why = law.row->lammpsRefuses(law);
    if (law.row->toLammps == nullptr)
        refused.insert(
            fmt::format("the law \"{}\" has no counterpart there; use another law", law.row->name));
    else if (!why.empty())
        refused.emplace(why);
    else if (law.shear_damping > 0 && !damped)
        refused.insert(
            "shear_damping without normal_damping: LAMMPS' shear dashpot is a multiple of the normal one; "
            "set "
            "shear_damping = 0, or normal_damping above 0");
    if (law.dashpot_share != 1 && law.shear_damping > 0)
        refused.insert(
            "cap = \"spring\": LAMMPS holds spring and dashpot together to the Coulomb limit; set cap = "
            "\"total\", or take the shear dashpot out");
    if (law.friction > 1e4) refused.insert("a friction above 10000, which LAMMPS does not take; lower it");
}

}  // namespace

LammpsLaw lammpsLaw(const grains::LawConstants& law, const Touching& touching,
                    std::set<std::string>& refused) {
    LammpsLaw out;
    out.damping = "velocity";
    out.shear_stiffness = law.shear_stiffness;
    out.friction = law.friction;
    out.limit_damping = law.least_normal == 0;
    if (law.row == nullptr) return out;  // no contact was given: the two never meet
    grains::LammpsDashpots dashpots{.normal = law.damping};
    if (law.row->toLammps != nullptr) dashpots = law.row->toLammps(law, touching, out);
    noteOther(law, dashpots.normal > 0, refused);
    if (law.shear_damping > 0 && dashpots.normal > 0)
        out.shear_ratio = dashpots.scale * law.shear_damping / dashpots.normal;
    return out;
}

}  // namespace talus::run
