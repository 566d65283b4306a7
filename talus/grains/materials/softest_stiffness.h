#pragma once
#include "talus/grains/params.h"

namespace talus::grains {

/// Overlaps that a chosen stiffness allows, as shares of the radius; both are chosen, not taken from a
/// source. Grains at rest fill less room the more they overlap, and lie so for long; an impact lasts a
/// moment, and what comes out of it is the restitution, which does not depend on how deep it was.
inline constexpr double overlap_at_rest = 0.02, overlap_in_impact = 0.1;

/// What a contact has to bear.
struct ContactLoad {
    double radius = 0;            ///< of the smaller body [m], > 0
    double effective_radius = 0;  ///< [m], > 0
    double mass = 0;              ///< the largest effective mass of an impact [kg], > 0
    double speed = 0;             ///< of the hardest one [m/s]
    double gravity = 0;           ///< [m/s^2]
    double weight = 0;            ///< of what rests on it [N]; its own cohesion comes beside that
};

struct ChosenStiffness {
    double stiffness = 0;    ///< in the unit of the contact's law
    bool by_impact = false;  ///< whether impacts ask for more than what rests
    double load = 0;         ///< weight and cohesion [N]
    double secant = 0;       ///< force over overlap in the hardest impact [N/m]
};

/// The softest stiffness that keeps overlaps within their shares (docs/theory/grains.md, "Stiffness that is
/// chosen"): with d = overlap_in_impact radius, the spring's energy at d is at least m v^2/2 + m g d,
/// whatever the dashpot takes; and with r = overlap_at_rest radius, its force at r is at least the load.
/// Rounded up to three digits.
/// @pre the law's force is in proportion to Contact::stiffness
ChosenStiffness softestStiffness(Contact contact, const ContactLoad& load);

/// Force over overlap of a contact where its hardest impact is deepest, without damping [N/m]: the stiffness
/// itself where that is in N/m. 0: not known, for a law that acts across a gap, or where nothing of the pair
/// meets.
double secantInImpact(const Contact& contact, const ContactLoad& load);

/// Shear and rolling springs that follow from a normal stiffness have this share of it: the shear spring
/// then has the normal one's period (docs/theory/grains.md, "Contacts that follow from materials").
inline constexpr double share_of_normal = 2.0 / 7.0;

}  // namespace talus::grains
