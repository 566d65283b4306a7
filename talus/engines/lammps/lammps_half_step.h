#pragma once
#include <string>

namespace talus::engines {

/// Commands that define LAMMPS variables for moving velocities half a step back, and forward again.
///
/// Within a run LAMMPS computes forces from the velocities of half a step before. When a run is set up anew,
/// it computes them from the present velocities. So the velocities are first moved half a step back, then the
/// forces computed, then the velocities moved forward again. The run continues as if it had not stopped.
std::string halfStepText(double dt, bool spin);

/// Commands that move velocities half a step. @param name "back" or "on" (forward)
std::string halfStep(const char* name, bool spin);

}  // namespace talus::engines
