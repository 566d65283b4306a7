#include "talus/engines/lammps/laws/lammps_laws.h"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "talus/engines/lammps/laws/law_forms.h"
#include "talus/engines/lammps/walls/lammps_shape.h"
#include "talus/grains/law/law_row.h"

namespace talus::engines {

using grains::Cohesion;
using std::numbers::pi;

namespace {

/// LAMMPS' dashpot against rolling does not know the mass, its twisting spring does not know the radius, and
/// at curved walls it has another effective radius.
bool turnsByRadius(const grains::LawConstants& law, bool curved) {
    return law.rolling == grains::Rolling::Spring &&
           ((law.rolling_damping > 0 && law.rolling_friction > 0) || law.twisting_friction > 0 || curved);
}

/// Our effective radius over theirs.
double radiiRatio(const Touching& touching) {
    return touching.their_radius != 0 ? touching.our_radius / touching.their_radius : 1;
}

/// The springs against turning. With R_e the moment of Talus is R_e^2 (k_r angle + c w), c = 2 eta
/// sqrt(2/5 k_r m_e), up to mu_r R_e F_n; LAMMPS' rolling is the same of its own R_e, with any k, c and mu.
void setTurning(const grains::LawConstants& law, const Touching& touching, LammpsLaw& out) {
    if (law.rolling != grains::Rolling::Spring) return;
    const double ratio = radiiRatio(touching);
    const double k = law.rolling_stiffness, c = law.rolling_damping * std::sqrt(0.4 * k * touching.mass);
    const double arm = touching.our_radius;
    if (law.rolling_friction > 0)
        out.rolling = {k * ratio * ratio, c * ratio * ratio, law.rolling_friction * std::abs(ratio)};
    if (law.twisting_friction > 0) out.twisting = {k * arm * arm, c * arm * arm, law.twisting_friction * arm};
}

/// Without its cohesion.
bool lawNeedsRadius(const grains::LawConstants& law, bool curved) {
    const LawForm* form = formOf(law);
    const LammpsNeeds needs = form == nullptr ? LammpsNeeds::NoRadius : form->needs;
    return needs == LammpsNeeds::Radius || (needs == LammpsNeeds::RadiusOfCurvedWalls && curved) ||
           law.stiffness_per_kg > 0 || turnsByRadius(law, curved);
}

double massOf(const LammpsType& type, double a) { return 4.0 / 3.0 * pi * a * a * a * type.density; }

/// What LAMMPS would compute in another way than the law asks for.
void noteOther(const grains::LawConstants& law, bool damped, std::set<std::string>& refused) {
    const LawForm* form = formOf(law);
    const std::string_view why = form == nullptr || form->refuses == nullptr ? "" : form->refuses(law);
    if (form == nullptr)
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
    if (law.rolling == grains::Rolling::Constant)
        refused.insert(
            "rolling = \"constant\": LAMMPS has no moment of one size against rolling; set rolling = "
            "\"spring\"");
    if (law.cohesion == Cohesion::Jkr && law.min_normal == 0 && damped)
        refused.insert(
            "adhesionless = true with cohesion = \"jkr\": LAMMPS does not limit the dashpot of a neck; set "
            "adhesionless = false, or restitution = 1");
    if (law.friction > 1e4) refused.insert("a friction above 10000, which LAMMPS does not take; lower it");
}

/// What LAMMPS has of cohesion at walls. A pull in contact alone is a fix of its own there, which leaves
/// friction as it is, as Talus does.
void setPullAtWall(const grains::LawConstants& law, const Touching& touching, LammpsLaw& out,
                   std::set<std::string>& refused) {
    switch (law.cohesion) {
        case Cohesion::None: return;
        case Cohesion::Dmt: out.pull = law.pull / (4 * pi) * radiiRatio(touching); return;
        case Cohesion::Constant:
            if (law.range > 0)
                refused.insert(
                    "cohesion = \"constant\" at a wall: LAMMPS' walls act in contact alone; set range = 0");
            else if (touching.their_radius != 0)
                out.pull = law.pull / (4 * pi * touching.their_radius);
            return;
        case Cohesion::Jkr:
            // Its pulloff_distance() has R where R^2 belongs: for grains of 1 mm 0.1 mm in place of 1 um.
            // Past the tear the formula of a neck has no root.
            refused.insert(
                "cohesion = \"jkr\" at a wall: there LAMMPS 29 Sep 2021 stretches a neck farther than it can "
                "be, and its force is no number; set cohesion = \"dmt\"");
            return;
        case Cohesion::Capillary:
            refused.insert(
                "cohesion = \"capillary\" at a wall: LAMMPS has no liquid bridges there; set cohesion = "
                "\"none\" or \"dmt\"");
    }
}

}  // namespace

bool needsRadius(const grains::LawConstants& law) {
    // A pull is a table of the distance of the centres; LAMMPS' own law of necks knows the radii.
    const bool table = law.cohesion != Cohesion::None && law.cohesion != Cohesion::Jkr;
    return lawNeedsRadius(law, false) || table;
}

bool isCurved(const environment::WallFace& face) {
    const auto shape = lammpsShape(face);
    return shape && (shape->bend != 0 || shape->bends_variably);
}

Touching touchingOf(const LammpsType& first, double a, const LammpsType& second, double b) {
    if (first.radius == 0 || second.radius == 0) return {};
    const double radius = a * b / (a + b), m = massOf(first, a), n = massOf(second, b);
    return {radius, radius, first.fixed ? n : second.fixed ? m : m * n / (m + n)};
}

Touching touchingAt(double bend, const LammpsType& type, double a) {
    if (type.radius == 0) return {};
    return {a, bend == 0 ? a : a * bend / (bend + a), massOf(type, a)};
}

LammpsLaw lammpsLaw(const grains::LawConstants& law, const Touching& touching,
                    std::set<std::string>& refused) {
    LammpsLaw out;
    out.damping = "velocity";
    out.shear_stiffness = law.shear_stiffness;
    out.friction = law.friction;
    out.limit_damping = law.min_normal == 0;
    if (law.row == nullptr) return out;  // no contact was given: the two never meet
    const LawForm* form = formOf(law);
    const LammpsDashpots dashpots =
        form == nullptr ? LammpsDashpots{.normal = law.damping} : form->write(law, touching, out);
    noteOther(law, dashpots.normal > 0, refused);
    if (law.shear_damping > 0 && dashpots.normal > 0)
        out.shear_ratio = dashpots.scale * law.shear_damping / dashpots.normal;
    setTurning(law, touching, out);
    if (law.cohesion == Cohesion::Jkr) {
        // adhesion^2 = pi gamma / E*, and the law's stiffness is 2 E*.
        out.neck = law.adhesion * law.adhesion * 0.5 * law.stiffness / pi;
        out.limit_damping = false;
    }
    return out;
}

LammpsLaw lammpsWallLaw(const grains::LawConstants& law, const Touching& touching, bool pours,
                        std::set<std::string>& refused) {
    LammpsLaw out = lammpsLaw(law, touching, refused);
    setPullAtWall(law, touching, out, refused);
    if (!pours || out.damping != "tsuji") return out;
    if (out.hertz)
        refused.insert(
            "at walls, while spouts pour, LAMMPS damps it ever less; pour with Talus first, and go on by "
            "LAMMPS "
            "(talus resume --engine lammps)");
    out.damping = "mass_velocity";
    out.damping_value = touching.mass > 0 ? law.damping * std::sqrt(out.stiffness / touching.mass) : 0;
    return out;
}

bool needsRadiusAtWall(const grains::LawConstants& law, bool curved, bool pours) {
    std::set<std::string> ignored;
    return lawNeedsRadius(law, curved) || law.cohesion == Cohesion::Constant ||
           (law.cohesion == Cohesion::Dmt && curved) ||
           (pours && law.row != nullptr && lammpsLaw(law, {}, ignored).damping == "tsuji");
}

}  // namespace talus::engines
