#pragma once
#include <string>
#include <vector>

#include "talus/scene/estimate.h"
#include "talus/scene/simulation.h"

namespace talus::engines {

/// What a run by LAMMPS takes, known before it.
struct LammpsForecast {
    double seconds = 0;     ///< of the clock, all ranks having a processor each; 0: not known [s]
    double rank_bytes = 0;  ///< memory of a rank
    double own_bytes = 0;   ///< memory of the program that drives them
    double disk_bytes = 0;  ///< frames and checkpoints, and LAMMPS' own files while it runs
};

/// @param ranks among which the grains are shared evenly, >= 1
LammpsForecast lammpsForecast(const scene::Scene& scene, const scene::Estimate& estimate, int ranks);

/// What of an ordinary run a run by LAMMPS leaves out, or measures in another way, a line each.
std::vector<std::string> lammpsLeavesOut(const scene::Simulation& simulation, const std::string& program);

}  // namespace talus::engines
