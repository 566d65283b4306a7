#pragma once
#include "talus/grains/law/law.h"

// What restitution comes out where time goes in steps. A contact acts from the first step whose end finds the
// grains in touch, and each force holds for a whole step. So what an impact gives back depends on where
// within a step the grains first touch (the phase), and the more the stronger the contact is damped.
namespace talus::grains {

/// Two bodies that meet head on, alone: without gravity, spin, friction and cohesion.
struct HeadOn {
    LawConstants law;             ///< not one that acts across a gap: grains would meet before they touch
    double effective_mass = 0;    ///< m_e [kg], > 0
    double effective_radius = 0;  ///< R_e [m], > 0
    double speed = 0;             ///< at which they meet [m/s], > 0
};

/// How long they touch, without damping [s]: that of contactTime() without the springs along the surface.
double durationOf(const HeadOn& impact);

/// Speed after the impact over speed before it, in steps of dt [s], > 0. All integrators give the same:
/// between two forces each one kicks for a whole step and drifts, and the next force sees the velocity of
/// that drift. Above 1, or not finite, where the dashpot turns the bodies round within one step. Contacts
/// that hold the bodies for longer than twenty durations (e below 0.001) end there.
/// @param phase share of the step of the first touch that comes after it, 0 < phase <= 1
double restitutionInSteps(const HeadOn& impact, double dt, double phase);

/// The least and the most over all phases.
struct RestitutionRange {
    double least = 0;
    double most = 0;
};
/// Over so many phases, evenly spread; at the 64 of the default, as all of them to 0.5% of e
/// (tests/physics/stepped_impact_test.cpp). A step that is shorter than 1/5000 of durationOf() counts as one
/// of that length, so that the work is limited; the range is then wider than the true one.
RestitutionRange restitutionRange(const HeadOn& impact, double dt, int phases = 64);

}  // namespace talus::grains
