#pragma once
#include <string>
#include <vector>

#include "talus/scene/estimate.h"
#include "talus/scene/simulation.h"

namespace talus::engines {

/// The estimated cost of a run by LAMMPS.
struct LammpsForecast {
    double seconds = 0;     ///< wall-clock time with a processor for each rank; 0: not known [s]
    double rank_bytes = 0;  ///< memory of a rank
    double own_bytes = 0;   ///< memory of Talus, which runs beside the ranks
    double disk_bytes = 0;  ///< frames and checkpoints, and LAMMPS' own files while it runs
};

/// @param ranks number of ranks, >= 1; each gets the same share of the grains
LammpsForecast lammpsForecast(const scene::Scene& scene, const scene::Estimate& estimate, int ranks);

/// What a run by LAMMPS or LIGGGHTS leaves out or measures differently, a line each.
std::vector<std::string> lammpsLeavesOut(const scene::Simulation& simulation, const std::string& program);

}  // namespace talus::engines
