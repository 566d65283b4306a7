#pragma once
#include <cmath>

#include "talus/grains/params.h"
#include "talus/math/lanes.h"
#include "talus/math/vec.h"

// Types that all contact laws share. Symbols as in docs/theory/grains.md: d overlap, v_n normal relative
// velocity (positive: the bodies separate), m_e effective mass, R_e effective radius, F_n > 0 repulsion. V is
// a number or a SIMD pack of numbers. Each law has a header of its own; laws.h lists them.
namespace talus::grains {

/// The constants of one pair of materials. `Constants<double>` is made from a Contact; `Constants<Pack>` has
/// a pair in each lane. The law defines the meaning of stiffness and damping.
template <class V>
struct Constants {
    V stiffness{};  ///< lee-herrmann, linear, hooke, bell: k_n; hertz-mindlin: 2 E*; lennard-jones: epsilon
    V damping{};    ///< lee-herrmann, hooke: gamma_n; linear, hertz-mindlin: 2 z; bell: k_d
    V stiffness_per_kg{};  ///< bell, solved from a restitution: k_r / m_e
    V damping_per_kg{};    ///< bell, solved from a restitution: k_d / m_e
    V shear_stiffness{};   ///< k_s; hertz-mindlin: 8 G* times mindlin_factor
    V shear_compliance{};  ///< 1 / k_s, or 0 where there is no spring; hertz-mindlin: 1
    V shear_damping{};     ///< lee-herrmann, hooke: gamma_s; linear, hertz-mindlin: 2 z or 0; bell: k_t
    V friction{};          ///< mu
    V dashpot_share{};     ///< 1: the Coulomb limit applies to spring plus dashpot; 0: to the spring alone
    V min_normal{};        ///< minimum F_n of spring and dashpot [N]: 0, or minus infinity
    V length{};            ///< lennard-jones: sigma [m]
    V cut_force{};         ///< lennard-jones: force at the cut-off, subtracted at every distance [N]
    V range{};             ///< largest gap over which the pair acts [m]; 0: only in contact
    V pull{};              ///< cohesion: constant [N]; dmt, capillary: per effective radius [N/m]
    V adhesion{};          ///< jkr: sqrt(pi gamma / E*) [m^(1/2)]; capillary: 1 / (2 V) [1/m^3]
    V rolling_friction{};
    V twisting_friction{};
    V rolling_stiffness{};  ///< k_r [N/m]: the moment is k_r R_e^2 times the angle
    V rolling_damping{};    ///< constant: 0; spring: 2 eta

    /// Constants in which each member has the value of(pointer to the member).
    template <class Of>
    TALUS_HD static Constants gathered(Of of) {
        using C = Constants<double>;
        return {.stiffness = of(&C::stiffness),
                .damping = of(&C::damping),
                .stiffness_per_kg = of(&C::stiffness_per_kg),
                .damping_per_kg = of(&C::damping_per_kg),
                .shear_stiffness = of(&C::shear_stiffness),
                .shear_compliance = of(&C::shear_compliance),
                .shear_damping = of(&C::shear_damping),
                .friction = of(&C::friction),
                .dashpot_share = of(&C::dashpot_share),
                .min_normal = of(&C::min_normal),
                .length = of(&C::length),
                .cut_force = of(&C::cut_force),
                .range = of(&C::range),
                .pull = of(&C::pull),
                .adhesion = of(&C::adhesion),
                .rolling_friction = of(&C::rolling_friction),
                .twisting_friction = of(&C::twisting_friction),
                .rolling_stiffness = of(&C::rolling_stiffness),
                .rolling_damping = of(&C::rolling_damping)};
    }
};

/// The law of a pair of materials with its constants.
struct LawConstants : Constants<double> {
    std::uint32_t law = 0;  ///< index in its list of laws, by which the loops choose the law
    const LawRow* row =
        nullptr;  ///< not for use on a device; null: the pair has no [[contact]], and no force acts
    Rolling rolling = Rolling::None;
    Cohesion cohesion = Cohesion::None;

    /// Whether the pair has the law alone: no cohesion, no range and no resistance to rolling or twisting.
    TALUS_HD bool isPlain() const {
        return rolling == Rolling::None && cohesion == Cohesion::None && range == 0 && twisting_friction == 0;
    }
    /// Whether a pair acts across a gap only if it was in contact before (a liquid bridge, a JKR neck).
    TALUS_HD bool hasMemory() const { return cohesion == Cohesion::Jkr || cohesion == Cohesion::Capillary; }
};

/// A contact of two bodies, as a law reads it.
template <class V>
struct Touch {
    V overlap{};           ///< d [m]; negative: a gap
    V effective_mass{};    ///< m_e [kg]
    V effective_radius{};  ///< R_e [m]
    Vec3<V> normal;        ///< n, unit, towards the first body
    Vec3<V> velocity;  ///< relative velocity of the surfaces at the contact, first minus second body [m/s]
    Vec3<V> turning;   ///< w of the first body minus w of the second [rad/s]
};

/// What a law computes for a contact.
template <class V>
struct Response {
    V elastic;          ///< repulsive part of F_n [N]
    V dashpot;          ///< F_n also has -dashpot * v_n [N s/m]
    V shear_stiffness;  ///< k_t [N/m]
    V shear_dashpot;    ///< [N s/m]
    V pull = V(0);      ///< attraction, which carries no friction [N]
};

/// Makes the constants from a contact. @pre its members are in the ranges of params.h
/// @param largest_radius of all grains [m]: it bounds the length of a JKR neck
LawConstants lawConstants(const Contact& contact, double largest_radius = 0);

/// Shortest time scale of an impact without damping [s], of two grains of effective mass m_e [kg] and
/// effective radius R_e [m] at `speed` [m/s]. It is the duration of the contact: pi sqrt(m_e/k_n) for a
/// linear spring; 3.2181 (m_e / (k sqrt(v)))^(2/5) for F = k d^(3/2); for lennard-jones half a period with
/// the curvature of the potential. It is at most half a period of the tangential spring, pi sqrt(2 m_e / 7
/// k_s), and, for hooke, the time in which the dashpot stops the pair.
double contactTime(const LawConstants& law, double m_e, double r_e, double speed);

/// Energy of the normal and tangential springs of one contact [J], without cohesion. `history` is the length
/// of the contact's spring vector (m; N for hertz-mindlin).
double springEnergy(const LawConstants& law, double overlap, double m_e, double r_e, double history);

}  // namespace talus::grains
