#pragma once
#include "talus/cloth/params.h"
#include "talus/exec/exec.h"
#include "talus/state/world.h"

namespace talus::cloth {

struct Measures {
    double kinetic = 0;       ///< [J]
    double elastic = 0;       ///< in springs and hinges [J]
    double mean_stretch = 0;  ///< length of springs over that without strain, mean
    double max_stretch = 0;   ///< the largest
    double fastest = 0;       ///< [m/s]
    double lowest = 0;        ///< height of the lowest point [m]
};

Measures measure(const exec::Exec& exec, const state::World& world);

/// The longest step that is stable for springs and dampers as explicit forces [s]: h with
/// K h^2 + 2 Z h = 4 m at each point, where K and Z bound the eigenvalues of stiffness and damping by the
/// sums of their rows (Gershgorin): 2 sum k and 2 sum z over the springs there.
double stableStep(const state::World& world);

/// The longest step: the one that the scene asks for, 1/60 s, or with explicit forces what is stable [s].
double longestStepOf(const Solver& solver, const state::World& world);

}  // namespace talus::cloth
