#pragma once
#include "talus/grains/params.h"

namespace talus::grains {

/// Maximum overlaps for a chosen stiffness, as shares of the radius. Both numbers are chosen, not taken from
/// a source. The overlap at rest is small because it reduces the volume of a packing for as long as the
/// grains rest. An impact is short, and its result, the restitution, does not depend on the overlap.
inline constexpr double overlap_at_rest = 0.02, overlap_in_impact = 0.1;

/// The loads that a contact must bear.
struct ContactLoad {
    double radius = 0;            ///< of the smaller body [m], > 0
    double effective_radius = 0;  ///< [m], > 0
    double mass = 0;              ///< the largest effective mass of an impact [kg], > 0
    double speed = 0;             ///< of the hardest impact [m/s]
    double gravity = 0;           ///< [m/s^2]
    double weight = 0;            ///< of the material that rests on the contact [N], without cohesion
};

/// Result of softestStiffness().
struct ChosenStiffness {
    double stiffness = 0;    ///< in the unit of the contact's law
    bool by_impact = false;  ///< whether impacts, not the load at rest, set the stiffness
    double load = 0;         ///< load at rest: weight and cohesion [N]
    double secant = 0;       ///< force over overlap in the hardest impact [N/m]
};

/// The lowest stiffness that keeps overlaps below their maxima (docs/theory/grains.md, "Stiffness that is
/// chosen"). With d = overlap_in_impact * radius, the energy of the spring at d is at least m v^2/2 + m g d;
/// the dashpot is neglected. With r = overlap_at_rest * radius, the force of the spring at r is at least the
/// load at rest. Rounded up to three digits.
/// @pre the law's force is proportional to Contact::stiffness
ChosenStiffness softestStiffness(Contact contact, const ContactLoad& load);

/// Force over overlap at the deepest point of the hardest impact, without damping [N/m]. For a stiffness in
/// N/m it is the stiffness itself. 0: unknown, for a law that acts across a gap, or where the pair never
/// meets.
double secantInImpact(const Contact& contact, const ContactLoad& load);

/// Ratio of tangential and rolling stiffness to normal stiffness, where they follow from it. The tangential
/// spring then has the period of the normal one (docs/theory/grains.md, "Contacts that follow from
/// materials").
inline constexpr double share_of_normal = 2.0 / 7.0;

}  // namespace talus::grains
