#pragma once
#include <cmath>

#include "talus/grains/params.h"
#include "talus/math/lanes.h"
#include "talus/math/vec.h"

// What the contact laws share. Symbols as in docs/theory/grains.md: d overlap, v_n normal relative velocity
// (positive: the bodies part), m_e effective mass, R_e effective radius; F_n > 0 pushes apart. V is a number
// or a pack of numbers. The laws themselves: a header each, listed in laws.h.
namespace talus::grains {

/// The constants of one pair of materials, ready for the loop; `Constants<double>` as made from a Contact,
/// `Constants<Pack>` with a pair in each lane. What stiffness and damping mean is the law's affair.
template <class V>
struct Constants {
    V stiffness{};  ///< lee-herrmann, linear, hooke, bell: k_n; hertz-mindlin: 2 E*; lennard-jones: epsilon
    V damping{};    ///< lee-herrmann, hooke: gamma_n; linear, hertz-mindlin: 2 z; bell: k_d
    V stiffness_per_kg{};  ///< bell, solved from a restitution: k_r / m_e
    V damping_per_kg{};    ///< bell, likewise: k_d / m_e
    V shear_stiffness{};   ///< k_s; hertz-mindlin: 8 G* times mindlin_factor
    V shear_compliance{};  ///< 1 / k_s, or 0 where there is no spring; hertz-mindlin: 1
    V shear_damping{};     ///< lee-herrmann, hooke: gamma_s; linear, hertz-mindlin: 2 z or 0; bell: k_t
    V friction{};          ///< mu
    V dashpot_share{};     ///< 1: the Coulomb limit holds spring and dashpot; 0: the spring alone
    V min_normal{};        ///< smallest F_n of the contact itself [N]: 0, or minus infinity
    V length{};            ///< lennard-jones: sigma [m]
    V cut_force{};         ///< lennard-jones: the force at the cut-off, taken off everywhere [N]
    V range{};             ///< largest gap over which the pair acts [m]; 0: only in contact
    V pull{};              ///< cohesion: constant [N]; dmt, capillary: per effective radius [N/m]
    V adhesion{};          ///< jkr: sqrt(pi gamma / E*) [m^(1/2)]; capillary: 1 / (2 V) [1/m^3]
    V rolling_friction{};
    V twisting_friction{};
    V rolling_stiffness{};  ///< k_r [N/m]: the moment is k_r R_e^2 times the angle
    V rolling_damping{};    ///< constant: 0; spring: 2 eta

    /// Each constant as of(member): one value from many.
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

/// A pair of materials: which formulas, and their constants.
struct LawConstants : Constants<double> {
    std::uint32_t law = 0;        ///< place in its list: by this the loops choose
    const LawRow* row = nullptr;  ///< not for a device; null: no contact was given, and nothing acts
    Rolling rolling = Rolling::None;
    Cohesion cohesion = Cohesion::None;

    /// Whether the pair needs no more than the law itself: neither cohesion nor resistance to turning.
    TALUS_HD bool isPlain() const {
        return rolling == Rolling::None && cohesion == Cohesion::None && range == 0 && twisting_friction == 0;
    }
    /// Whether a pair acts across a gap only after it was in contact (a liquid bridge, a JKR neck).
    TALUS_HD bool hasMemory() const { return cohesion == Cohesion::Jkr || cohesion == Cohesion::Capillary; }
};

/// Two bodies that touch.
template <class V>
struct Touch {
    V overlap{};           ///< d [m]; negative: a gap
    V effective_mass{};    ///< m_e [kg]
    V effective_radius{};  ///< R_e [m]
    Vec3<V> normal;        ///< n, unit, towards the first body
    Vec3<V> velocity;      ///< of the first body's surface relative to the second's, at the contact [m/s]
    Vec3<V> turning;       ///< w of the first body minus w of the second [rad/s]
};

/// What a law says of a contact.
template <class V>
struct Response {
    V elastic;          ///< repulsive part of F_n [N]
    V dashpot;          ///< F_n also has -dashpot * v_n [N s/m]
    V shear_stiffness;  ///< k_t [N/m]
    V shear_dashpot;    ///< [N s/m]
    V pull = V(0);      ///< attraction, which carries no friction [N]
};

/// The constants of a contact. @pre its members are in the ranges of params.h
/// @param largest_radius of any grain [m]: a JKR neck is the longer the larger the grains
LawConstants lawConstants(const Contact& contact, double largest_radius = 0);

/// Time that two grains of effective mass m_e [kg] and radius R_e [m] touch when they meet at `speed` [m/s]
/// without damping: pi sqrt(m_e/k_n) for a linear spring; 3.2181 (m_e / (k sqrt(v)))^(2/5) for F = k d^(3/2);
/// for lennard-jones of the curvature at its surface; and no longer than half a period of the shear spring,
/// pi sqrt(2 m_e / 7 k_s), or what a dashpot of hooke takes to stop the pair [s].
double contactTime(const LawConstants& law, double m_e, double r_e, double speed);

/// Energy in the normal and shear springs of one contact [J]; cohesion is not counted. `history` is the
/// length of the contact's spring field (m; N for hertz-mindlin).
double springEnergy(const LawConstants& law, double overlap, double m_e, double r_e, double history);

}  // namespace talus::grains
