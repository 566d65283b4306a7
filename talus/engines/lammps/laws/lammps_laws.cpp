#include "talus/engines/lammps/laws/lammps_laws.h"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "talus/engines/lammps/lammps_shape.h"
#include "talus/engines/lammps/laws/law_forms.h"
#include "talus/grains/law/law_row.h"

namespace talus::engines {

using grains::Cohesion;
using std::numbers::pi;

namespace {

/// Whether the springs against rolling and twisting need numbers per radius. LAMMPS' dashpot against rolling
/// does not depend on the mass, its twisting spring not on the radius, and its effective radius at curved
/// walls is a different one.
bool rollingNeedsRadius(const grains::LawConstants& law, bool curved) {
    return law.rolling == grains::Rolling::Spring &&
           ((law.rolling_damping > 0 && law.rolling_friction > 0) || law.twisting_friction > 0 || curved);
}

/// The effective radius of Talus over that of LAMMPS.
double radiiRatio(const EffectiveContact& contact) {
    return contact.lammps_radius != 0 ? contact.talus_radius / contact.lammps_radius : 1;
}

/// Sets the springs against rolling and twisting. In Talus the moment is R_e^2 (k_r angle + c w) with
/// c = 2 eta sqrt(2/5 k_r m_e), up to mu_r R_e F_n. LAMMPS' rolling is the same with its own R_e and free k,
/// c and mu.
void setTurning(const grains::LawConstants& law, const EffectiveContact& contact, LammpsLaw& out) {
    if (law.rolling != grains::Rolling::Spring) return;
    const double ratio = radiiRatio(contact);
    const double k = law.rolling_stiffness, c = law.rolling_damping * std::sqrt(0.4 * k * contact.mass);
    const double arm = contact.talus_radius;
    if (law.rolling_friction > 0)
        out.rolling = {k * ratio * ratio, c * ratio * ratio, law.rolling_friction * std::abs(ratio)};
    if (law.twisting_friction > 0) out.twisting = {k * arm * arm, c * arm * arm, law.twisting_friction * arm};
}

/// needsRadius() without cohesion.
bool lawNeedsRadius(const grains::LawConstants& law, bool curved) {
    const LawForm* form = formOf(law);
    const LammpsNeeds needs = form == nullptr ? LammpsNeeds::NoRadius : form->needs;
    return needs == LammpsNeeds::Radius || (needs == LammpsNeeds::RadiusOfCurvedWalls && curved) ||
           law.stiffness_per_kg > 0 || rollingNeedsRadius(law, curved);
}

double massOf(const LammpsType& type, double a) { return 4.0 / 3.0 * pi * a * a * a * type.density; }

/// Adds to `refused` what LAMMPS would compute as another force than the law.
void addRefusals(const grains::LawConstants& law, bool damped, std::set<std::string>& refused) {
    const LawForm* form = formOf(law);
    const std::string_view why = form == nullptr || form->refuses == nullptr ? "" : form->refuses(law);
    if (form == nullptr)
        refused.insert(fmt::format("LAMMPS has no law like \"{}\"; use another law", law.row->name));
    else if (!why.empty())
        refused.emplace(why);
    else if (law.shear_damping > 0 && !damped)
        refused.insert(
            "shear_damping without normal_damping: LAMMPS' shear dashpot is a multiple of the normal one; "
            "set shear_damping = 0, or normal_damping above 0");
    if (law.dashpot_share != 1 && law.shear_damping > 0)
        refused.insert(
            "cap = \"spring\": LAMMPS applies the Coulomb limit to the sum of spring and dashpot; set cap = "
            "\"total\", or remove the shear dashpot");
    if (law.rolling == grains::Rolling::Constant)
        refused.insert(
            "rolling = \"constant\": LAMMPS has no constant moment against rolling; set rolling = "
            "\"spring\"");
    if (law.cohesion == Cohesion::Jkr && law.min_normal == 0 && damped)
        refused.insert(
            "adhesionless = true with cohesion = \"jkr\": LAMMPS does not limit the dashpot of a neck; set "
            "adhesionless = false, or restitution = 1");
    if (law.friction > 1e4) refused.insert("a friction above 10000, which LAMMPS does not accept; lower it");
}

/// Sets the cohesion at walls. An attraction in contact is a fix of its own, so that it does not change the
/// limit of friction, as in Talus.
void setPullAtWall(const grains::LawConstants& law, const EffectiveContact& contact, LammpsLaw& out,
                   std::set<std::string>& refused) {
    switch (law.cohesion) {
        case Cohesion::None: return;
        case Cohesion::Dmt: out.pull = law.pull / (4 * pi) * radiiRatio(contact); return;
        case Cohesion::Constant:
            if (law.range > 0)
                refused.insert(
                    "cohesion = \"constant\" at a wall: LAMMPS' walls act only in contact; set range = 0");
            else if (contact.lammps_radius != 0)
                out.pull = law.pull / (4 * pi * contact.lammps_radius);
            return;
        case Cohesion::Jkr:
            // LAMMPS' pulloff_distance() has R where R^2 belongs: for grains of 1 mm that is 0.1 mm in place
            // of 1 um. Beyond the true distance the equation of a neck has no root.
            refused.insert(
                "cohesion = \"jkr\" at a wall: LAMMPS 29 Sep 2021 stretches a neck beyond the distance at "
                "which it tears, and its force is then not a number; set cohesion = \"dmt\"");
            return;
        case Cohesion::Capillary:
            refused.insert(
                "cohesion = \"capillary\" at a wall: LAMMPS has no liquid bridges at walls; set cohesion = "
                "\"none\" or \"dmt\"");
    }
}

}  // namespace

bool needsRadius(const grains::LawConstants& law) {
    // An attraction is a table of the distance of the centres, so it needs the radii. LAMMPS' own law of
    // necks uses the radii of the atoms.
    const bool table = law.cohesion != Cohesion::None && law.cohesion != Cohesion::Jkr;
    return lawNeedsRadius(law, false) || table;
}

bool isCurved(const environment::WallFace& face) {
    const auto shape = lammpsShape(face);
    return shape && (shape->curvature_radius != 0 || shape->curvature_varies);
}

EffectiveContact effectiveContact(const LammpsType& first, double a, const LammpsType& second, double b) {
    if (first.radius == 0 || second.radius == 0) return {};
    const double radius = a * b / (a + b), m = massOf(first, a), n = massOf(second, b);
    return {radius, radius, first.fixed ? n : second.fixed ? m : m * n / (m + n)};
}

EffectiveContact effectiveWallContact(double curvature_radius, const LammpsType& type, double a) {
    if (type.radius == 0) return {};
    return {a, curvature_radius == 0 ? a : a * curvature_radius / (curvature_radius + a), massOf(type, a)};
}

LammpsLaw lammpsLaw(const grains::LawConstants& law, const EffectiveContact& contact,
                    std::set<std::string>& refused) {
    LammpsLaw out;
    out.damping = "velocity";
    out.shear_stiffness = law.shear_stiffness;
    out.friction = law.friction;
    out.limit_damping = law.min_normal == 0;
    if (law.row == nullptr) return out;  // the scene has no contact law for the two, since they never meet
    const LawForm* form = formOf(law);
    const LammpsDashpots dashpots =
        form == nullptr ? LammpsDashpots{.normal = law.damping} : form->write(law, contact, out);
    addRefusals(law, dashpots.normal > 0, refused);
    if (law.shear_damping > 0 && dashpots.normal > 0)
        out.shear_ratio = dashpots.scale * law.shear_damping / dashpots.normal;
    setTurning(law, contact, out);
    if (law.cohesion == Cohesion::Jkr) {
        // adhesion^2 = pi gamma / E*, and the law's stiffness is 2 E*.
        out.neck = law.adhesion * law.adhesion * 0.5 * law.stiffness / pi;
        out.limit_damping = false;
    }
    return out;
}

LammpsLaw lammpsWallLaw(const grains::LawConstants& law, const EffectiveContact& contact, bool pours,
                        std::set<std::string>& refused) {
    LammpsLaw out = lammpsLaw(law, contact, refused);
    setPullAtWall(law, contact, out, refused);
    if (!pours || out.damping != "tsuji") return out;
    if (out.hertz)
        refused.insert(
            "LAMMPS damps this contact at walls less after each insertion of grains; let the emitters finish "
            "with Talus "
            "first, then go on with LAMMPS (talus resume --engine lammps)");
    out.damping = "mass_velocity";
    out.damping_value = contact.mass > 0 ? law.damping * std::sqrt(out.stiffness / contact.mass) : 0;
    return out;
}

bool needsRadiusAtWall(const grains::LawConstants& law, bool curved, bool pours) {
    std::set<std::string> ignored;
    return lawNeedsRadius(law, curved) || law.cohesion == Cohesion::Constant ||
           (law.cohesion == Cohesion::Dmt && curved) ||
           (pours && law.row != nullptr && lammpsLaw(law, {}, ignored).damping == "tsuji");
}

}  // namespace talus::engines
