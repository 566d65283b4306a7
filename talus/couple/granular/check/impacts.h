#pragma once
#include <optional>
#include <vector>

#include "talus/couple/granular/scene.h"
#include "talus/grains/law/stepped_impact.h"

namespace talus::couple::granular {

/// What a contact of the scene does to its lightest grains when they meet head on.
struct Impact {
    std::size_t contact = 0;  ///< index in Params::contacts
    bool on_wall = false;     ///< one of them is held: a wall, ground, a body, a grain of a fixed material
    grains::HeadOn head_on;   ///< cohesion does not count
    double restitution = 0;   ///< the e asked for; where only damping is given, the e that follows from it
    bool asked_for = false;   ///< whether the contact names it
    bool by_speed = false;    ///< whether speed changes the restitution, or the duration and so the steps
    grains::RestitutionRange in_steps{};  ///< what comes out at the step, over the phases of the first touch

    /// The largest deviation of in_steps from e, as a share of it; of an e below 0.001, as a share of that:
    /// nobody sees a grain part at less than a thousandth of its speed.
    double error() const;
};

/// One for each contact and each kind of partner that it can have; none for a law that acts across a gap,
/// whose restitution nobody gives.
/// @param speed at which they meet [m/s]; where a contact names an impact_speed, that counts
/// @param dt [s], > 0
/// @param phases of the first touch that are tried
std::vector<Impact> impactsInSteps(const Scene& scene, double speed, double dt, int phases = 64);

/// A step [s] that brings error() under `share`, two digits; none where 1/5000 of the contact is too long.
std::optional<double> stepWithin(const Impact& impact, double share, double dt);

/// The step cut in halves, seven times at most, until no impact gives back more than 0.05 above its e. At
/// 1/40 of a contact none does with an e of 0.01 and above (docs/theory/grains.md); what is damped more is
/// turned round by its dashpot within one step, and would gain energy in each impact.
double cutForDamping(const Scene& scene, double speed, double dt);

}  // namespace talus::couple::granular
