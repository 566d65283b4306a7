#pragma once
#include "talus/grains/law.h"

// What restitution comes out where time goes in steps. The law of a contact acts from the first step whose end
// finds the grains in touch, and each force holds for a whole step; so what an impact gives back depends on
// where within a step the grains first touch (the phase), the more the stronger the contact is damped.
namespace talus::grains {

/// Two bodies that meet head on: no gravity, spin, cohesion or friction.
struct HeadOn {
    LawConstants law;
    double effective_mass = 0;    ///< m_e [kg], > 0
    double effective_radius = 0;  ///< R_e [m], > 0
    double speed = 0;             ///< at which they meet [m/s], > 0
};

/// Speed after the impact over speed before it, in steps of dt [s], > 0; above 1 where the steps are so long
/// that the dashpot pushes the bodies apart faster than they came. All integrators give the same: between two
/// forces each kicks by a whole step, drifts, and lets the force see the velocity of that drift.
/// @param phase share of the step in which they first touch that is left then, 0 < phase <= 1
/// @return 0 where the bodies are still in touch after 1e5 contact times
double restitutionInSteps(const HeadOn& impact, double dt, double phase);

/// Over all phases.
struct RestitutionRange {
    double least = 0;
    double most = 0;
};
/// Of `phases` of them, evenly spread.
RestitutionRange restitutionRange(const HeadOn& impact, double dt, int phases = 64);

}  // namespace talus::grains
