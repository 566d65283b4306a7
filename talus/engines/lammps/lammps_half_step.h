#pragma once
#include <string>

namespace talus::engines {

/// Half a step, as variables of LAMMPS: velocities half a step ago, and those of now from them.
///
/// A run that begins anew computes the forces anew, from the velocities of the moment; within a run they were
/// computed from those half a step before. So velocities are put back by half a step, forces computed, and
/// velocities put forward again: the run goes on as if nothing had been.
std::string halfStepText(double dt, bool spin);

/// Commands that put velocities back by half a step ("back"), or forward ("on").
std::string halfStep(const char* name, bool spin);

}  // namespace talus::engines
