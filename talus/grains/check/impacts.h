#pragma once
#include <optional>
#include <vector>

#include "talus/grains/law/stepped_impact.h"
#include "talus/grains/scene.h"
#include "talus/method/scene.h"

namespace talus::grains {

/// A head-on impact of the lightest grains of a contact.
struct Impact {
    std::size_t contact = 0;  ///< index in Params::contacts
    bool on_wall = false;     ///< the partner is rigid: a wall, ground, a body, a grain of a fixed material
    HeadOn head_on;           ///< without cohesion
    double restitution = 0;   ///< the given e; if only damping is given, the e that follows from it
    bool asked_for = false;   ///< whether the contact gives e
    bool by_speed = false;    ///< whether the restitution or the duration depends on the speed
    RestitutionRange in_steps{};  ///< actual e at the time step, over the phases of the first touch

    /// The largest deviation of in_steps from e, as a share of e, or of 0.001 if e is smaller: a rebound at
    /// less than a thousandth of the speed is invisible.
    double error() const;
};

/// The impacts of each contact, with each kind of partner that it can have. None for a law that acts across a
/// gap, for which no restitution is given.
/// @param speed of approach [m/s]; a contact's own impact_speed replaces it
/// @param dt [s], > 0
/// @param phases number of phases of the first touch that are tested
std::vector<Impact> impactsInSteps(const method::Scene& scene, double speed, double dt, int phases = 64);

/// A step [s], rounded to two digits, at which error() is below `share`; none if even 1/5000 of the contact's
/// duration is too long.
std::optional<double> stepWithin(const Impact& impact, double share, double dt);

/// Halves the step, at most seven times, until the actual e of no impact is more than 0.05 above its e. At
/// 1/40 of a contact's duration that holds for every e from 0.01 on (docs/theory/grains.md). With more
/// damping the dashpot reverses a grain within one step, and the grain would gain energy in each impact.
double cutForDamping(const method::Scene& scene, double speed, double dt);

}  // namespace talus::grains
