#pragma once
#include <cstdint>

#include "talus/core/result.h"
#include "talus/exec/exec.h"
#include "talus/scene/simulation.h"

namespace talus::cli {

/// How Talus and LAMMPS are compared.
struct PeerBench {
    std::uint64_t grains = 0;  ///< requested number of grains; bedOf() rounds it
    int repeats = 5;
    double seconds = 1;  ///< approximate duration of a repeat of Talus; LAMMPS takes as many steps
    double skin = 0;     ///< of LAMMPS, in diameters; 0: the maximum skin of Talus
};

/// Times Talus, in double and in mixed precision, and LAMMPS on one settled bed, and prints medians and
/// ratios. The programs run alternately, LAMMPS with as many MPI ranks as Talus has threads. LAMMPS runs
/// twice: with the same contact law (pair_style granular, the mapping of docs/theory/lammps.md), and with its
/// older and faster style gran/hertz/history, with coefficients for about the same stiffness and damping in
/// this bed. @param tile settledTile(). Errors: Runtime when LAMMPS is not installed or fails.
Status benchAgainstLammps(const PeerBench& bench, const scene::Simulation& tile, const exec::Exec& exec);

}  // namespace talus::cli
