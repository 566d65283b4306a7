#include "talus/grains/law.h"

#include <algorithm>
#include <limits>
#include <numbers>

#include "talus/grains/cohesion.h"
#include "talus/grains/law_lennard_jones.h"
#include "talus/grains/restitution.h"

namespace talus::grains {
namespace {

using std::numbers::pi;

double shearModulus(double young, double poisson) { return young / (2 * (1 + poisson)); }

void setHertzMindlin(const Contact& contact, LawConstants& law) {
    const double e1 = contact.young, nu1 = contact.poisson;
    const double e2 = contact.young_second.value_or(e1), nu2 = contact.poisson_second.value_or(nu1);
    law.stiffness = 2 / ((1 - nu1 * nu1) / e1 + (1 - nu2 * nu2) / e2);
    law.shear_stiffness =
        contact.mindlin_factor * 8 / ((2 - nu1) / shearModulus(e1, nu1) + (2 - nu2) / shearModulus(e2, nu2));
    law.shear_compliance = 1;  // the history is a force
    law.damping = 2 * hertzDampingRatio(contact.restitution, contact.adhesionless);
    // Along the surfaces nothing is clamped: the form for tensile force, as Tsuji and others have it.
    law.shear_damping = contact.shear_dashpot ? 2 * hertzDampingRatio(contact.restitution, false) : 0;
}

void setBell(const Contact& contact, LawConstants& law) {
    law.shear_damping = contact.shear_damping;
    if (!contact.contact_time) {
        law.damping = contact.normal_damping;
        return;
    }
    const SpecificStiffness solved =
        bellConstants(contact.restitution, *contact.contact_time, contact.impact_speed,
                      contact.law == Law::Bell, contact.adhesionless);
    law.stiffness = 0;
    law.stiffness_per_kg = solved.stiffness;
    law.damping_per_kg = solved.damping;
}

void setLennardJones(const Contact& contact, LawConstants& law) {
    law.stiffness = contact.epsilon;
    law.length = contact.sigma;
    law.damping = contact.normal_damping;
    law.shear_damping = contact.shear_damping;
    law.range = contact.cutoff;
    Touch<double> at_cutoff;
    at_cutoff.overlap = -contact.cutoff;
    const Response<double> end = LennardJones::respond<double>(law, at_cutoff);
    law.cut_force = end.elastic - end.pull;
}

void setCohesion(const Contact& contact, double largest_radius, LawConstants& law) {
    law.cohesion = contact.cohesion;
    switch (contact.cohesion) {
        case Cohesion::None: return;
        case Cohesion::Constant:
            law.pull = contact.pull;
            law.range = std::max(law.range, contact.range);
            return;
        case Cohesion::Dmt: law.pull = 4 * pi * contact.surface_energy; return;
        case Cohesion::Jkr:
            law.adhesion = std::sqrt(pi * contact.surface_energy / (0.5 * law.stiffness));
            // The effective radius is that of a grain against a flat wall at most.
            law.range = -jkrTear(law.adhesion, largest_radius);
            return;
        case Cohesion::Capillary:
            law.pull = 4 * pi * contact.surface_tension * std::cos(contact.wetting_angle);
            law.adhesion = 0.5 / contact.bridge_volume;
            // Lian, Thornton, Adams (1993): a bridge ruptures at a gap of (1 + theta/2) V^(1/3).
            law.range = (1 + 0.5 * contact.wetting_angle) * std::cbrt(contact.bridge_volume);
            return;
    }
}

}  // namespace

LawConstants lawConstants(const Contact& contact, double largest_radius) {
    LawConstants law;
    law.law = contact.law;
    law.stiffness = contact.stiffness;
    law.shear_stiffness = contact.shear_stiffness;
    law.shear_compliance = contact.shear_stiffness > 0 ? 1 / contact.shear_stiffness : 0;
    law.friction = contact.friction;
    law.dashpot_share = contact.cap == Cap::Total ? 1 : 0;
    law.least_normal = contact.adhesionless ? 0 : -std::numeric_limits<double>::infinity();
    switch (contact.law) {
        case Law::LeeHerrmann:
        case Law::Hooke:
            law.damping = contact.normal_damping;
            law.shear_damping = contact.shear_damping;
            break;
        case Law::Linear:
            law.damping = 2 * dampingRatio(contact.restitution, contact.adhesionless);
            law.shear_damping = contact.shear_dashpot ? law.damping : 0;
            break;
        case Law::HertzMindlin: setHertzMindlin(contact, law); break;
        case Law::Bell:
        case Law::BellLinear: setBell(contact, law); break;
        case Law::LennardJones: setLennardJones(contact, law); break;
    }
    setCohesion(contact, largest_radius, law);
    law.rolling = contact.rolling;
    if (contact.rolling != Rolling::None) {
        law.rolling_friction = contact.rolling_friction;
        law.twisting_friction = contact.twisting_friction;
    }
    if (contact.rolling == Rolling::Spring) {
        law.rolling_stiffness = contact.rolling_stiffness;
        law.rolling_damping = 2 * contact.rolling_damping;
    }
    return law;
}

double contactTime(const LawConstants& law, double m_e, double r_e, double speed) {
    const double k = law.stiffness + law.stiffness_per_kg * m_e;
    const auto linear = [&](double stiffness) { return pi * std::sqrt(m_e / stiffness); };
    const auto hertz = [&](double stiffness) {  // F = stiffness d^(3/2)
        return 3.2181 * std::pow(m_e / (stiffness * std::sqrt(speed)), 0.4);
    };
    double normal = 0, shear = law.shear_stiffness;
    switch (law.law) {
        case Law::Linear:
        case Law::BellLinear: normal = linear(k); break;
        case Law::Hooke: {
            // Above critical damping the dashpot is what is fast: it stops the pair at the rate gamma_n
            // (along the surfaces 7/2 gamma_s, since grains turn too). At critical damping both times are the
            // same.
            normal = linear(k);
            const double rate = std::max(law.damping, 3.5 * law.shear_damping);
            if (rate > 0) normal = std::min(normal, 2 * pi / rate);
            break;
        }
        case Law::LeeHerrmann:
        case Law::Bell: normal = hertz(k); break;
        case Law::HertzMindlin: {
            const double stiffness = 2.0 / 3.0 * k * std::sqrt(r_e);
            normal = hertz(stiffness);
            const double deepest = std::pow(1.25 * m_e * speed * speed / stiffness, 0.4);
            shear *= std::sqrt(r_e * deepest);
            break;
        }
        case Law::LennardJones: {
            // The curvature of the potential where the grains just touch, 456 epsilon / sigma^2, and where an
            // impact at this speed gets to: its energy is half of that of a well that deep in.
            const double energy = std::max(0.5 * m_e * speed * speed, law.stiffness);
            normal = linear(456 * energy / (law.length * law.length));
            break;
        }
    }
    const double rolling = law.rolling_stiffness;
    if (shear > 0) normal = std::min(normal, pi * std::sqrt(2.0 / 7.0 * m_e / shear));
    if (rolling > 0) normal = std::min(normal, pi * std::sqrt(0.4 * m_e / rolling));
    return normal;
}

double springEnergy(const LawConstants& law, double overlap, double m_e, double r_e, double history) {
    const double k = law.stiffness + law.stiffness_per_kg * m_e;
    const double d = std::max(0.0, overlap);
    const double shear = 0.5 * law.shear_stiffness * history * history;
    switch (law.law) {
        case Law::Linear:
        case Law::Hooke:
        case Law::BellLinear: return 0.5 * k * d * d + shear;
        case Law::LeeHerrmann:
        case Law::Bell: return 0.4 * k * d * d * std::sqrt(d) + shear;
        case Law::HertzMindlin: {
            const double a = std::sqrt(r_e * d);
            const double stiffness = law.shear_stiffness * a;
            const double held = stiffness > 0 ? 0.5 * history * history / stiffness : 0;
            return 4.0 / 15.0 * law.stiffness * a * d * d + held;
        }
        case Law::LennardJones: {
            const double q = std::pow(law.length / (law.length - std::min(overlap, 0.3 * law.length)), 6);
            const double end = std::pow(law.length / (law.length + law.range), 6);
            const double lowest = 4 * law.stiffness * (end * end - end);
            return 4 * law.stiffness * (q * q - q) - lowest + law.cut_force * (-overlap - law.range) +
                   (overlap > 0 ? shear : 0);
        }
    }
    return 0;
}

}  // namespace talus::grains
