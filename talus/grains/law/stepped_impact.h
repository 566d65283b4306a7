#pragma once
#include "talus/grains/law/law.h"

// The restitution that results from time steps of finite length. A contact acts from the first step at whose
// end the grains overlap, and each force is constant over a step. So the restitution depends on when within a
// step the grains first touch (the phase). The dependence is stronger for stronger damping.
namespace talus::grains {

/// A head-on impact of two bodies, without gravity, spin, friction and cohesion.
struct HeadOn {
    LawConstants law;             ///< not one that acts across a gap
    double effective_mass = 0;    ///< m_e [kg], > 0
    double effective_radius = 0;  ///< R_e [m], > 0
    double speed = 0;             ///< relative speed before the impact [m/s], > 0
};

/// Duration of the contact without damping [s]: contactTime() without tangential and rolling springs.
double durationOf(const HeadOn& impact);

/// Speed after the impact over speed before it, with time steps of dt [s], > 0. All integrators give the same
/// result: between two force computations each one kicks for a whole step and drifts, and the next force is
/// computed with the velocity of that drift. The result is above 1, or not finite, where the dashpot reverses
/// the motion within one step. Contacts longer than twenty times durationOf() (e below 0.001) are ended
/// there.
/// @param phase the bodies touch at this share of a step before the step ends, 0 < phase <= 1
double restitutionInSteps(const HeadOn& impact, double dt, double phase);

/// Minimum and maximum of the restitution over all phases.
struct RestitutionRange {
    double least = 0;
    double most = 0;
};
/// Computes the range from `phases` evenly spaced phases. With the default of 64 it is exact to 0.5% of e
/// (tests/physics/stepped_impact_test.cpp). A time step below 1/5000 of durationOf() is replaced by that, to
/// limit the work; the range is then wider than the true one.
RestitutionRange restitutionRange(const HeadOn& impact, double dt, int phases = 64);

}  // namespace talus::grains
