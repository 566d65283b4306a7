#include "talus/run/lammps/lammps_laws.h"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "talus/grains/law/law_row.h"
#include "talus/run/lammps/walls/lammps_shape.h"

namespace talus::run {

using grains::LammpsNeeds;

namespace {

/// LAMMPS' dashpot against rolling does not know the mass, its twisting spring does not know the radius, and
/// at curved walls it has another effective radius.
bool turnsByRadius(const grains::LawConstants& law, bool curved) {
    return law.rolling == grains::Rolling::Spring &&
           ((law.rolling_damping > 0 && law.rolling_friction > 0) || law.twisting_friction > 0 || curved);
}

/// The springs against turning. With R_e the moment of Talus is R_e^2 (k_r angle + c w), c = 2 eta
/// sqrt(2/5 k_r m_e), up to mu_r R_e F_n; LAMMPS' rolling is the same of its own R_e, with any k, c and mu.
void setTurning(const grains::LawConstants& law, const Touching& touching, LammpsLaw& out) {
    if (law.rolling != grains::Rolling::Spring) return;
    const double ratio = touching.their_radius != 0 ? touching.our_radius / touching.their_radius : 1;
    const double k = law.rolling_stiffness, c = law.rolling_damping * std::sqrt(0.4 * k * touching.mass);
    const double arm = touching.our_radius;
    if (law.rolling_friction > 0)
        out.rolling = {k * ratio * ratio, c * ratio * ratio, law.rolling_friction * std::abs(ratio)};
    if (law.twisting_friction > 0) out.twisting = {k * arm * arm, c * arm * arm, law.twisting_friction * arm};
}

}  // namespace

bool needsRadius(const grains::LawConstants& law, bool curved) {
    const LammpsNeeds needs = law.row == nullptr ? LammpsNeeds::NoRadius : law.row->lammps_needs;
    return needs == LammpsNeeds::Radius || (needs == LammpsNeeds::RadiusOfCurvedWalls && curved) ||
           law.stiffness_per_kg > 0 || law.cohesion != grains::Cohesion::None || turnsByRadius(law, curved);
}

namespace {

double massOf(const LammpsType& type, double a) {
    return 4.0 / 3.0 * std::numbers::pi * a * a * a * type.density;
}

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
    if (law.rolling == grains::Rolling::Constant)
        refused.insert(
            "rolling = \"constant\": LAMMPS has no moment of one size against rolling; set rolling = "
            "\"spring\"");
    if (law.cohesion == grains::Cohesion::Jkr)
        refused.insert(
            "cohesion = \"jkr\": LAMMPS lets the pull of the neck carry friction; set cohesion = \"dmt\"");
    if (law.friction > 1e4) refused.insert("a friction above 10000, which LAMMPS does not take; lower it");
}

}  // namespace

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
    out.limit_damping = law.least_normal == 0;
    if (law.row == nullptr) return out;  // no contact was given: the two never meet
    grains::LammpsDashpots dashpots{.normal = law.damping};
    if (law.row->toLammps != nullptr) dashpots = law.row->toLammps(law, touching, out);
    noteOther(law, dashpots.normal > 0, refused);
    if (law.shear_damping > 0 && dashpots.normal > 0)
        out.shear_ratio = dashpots.scale * law.shear_damping / dashpots.normal;
    setTurning(law, touching, out);
    return out;
}

LammpsLaw lammpsWallLaw(const grains::LawConstants& law, const Touching& touching, bool pours,
                        std::set<std::string>& refused) {
    LammpsLaw out = lammpsLaw(law, touching, refused);
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
    return needsRadius(law, curved) ||
           (pours && law.row != nullptr && lammpsLaw(law, {}, ignored).damping == "tsuji");
}

}  // namespace talus::run
