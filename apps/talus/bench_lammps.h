#pragma once
#include <cstdint>

#include "talus/core/result.h"
#include "talus/exec/exec.h"
#include "talus/scene/simulation.h"

namespace talus::cli {

struct PeerBench {
    std::uint64_t grains = 0;  ///< asked for; as bedFor() makes of it
    int repeats = 5;
    double seconds = 1;  ///< about how long a repeat of Talus takes; LAMMPS does as many steps
    double skin = 0;     ///< of LAMMPS, in diameters; 0: the longest that Talus takes
};

/// Times Talus, in double and in mixed precision, and LAMMPS on one settled bed, turn by turn in one call,
/// with as many MPI ranks as Talus has threads, and prints medians and ratios. LAMMPS runs twice: with the
/// same law (pair_style granular, the mapping of docs/theory/lammps.md), and with its older and faster style
/// gran/hertz/history, whose coefficients are chosen so that contacts of this bed are about as stiff and as
/// damped. @param tile settledTile(). Errors: Runtime when LAMMPS is not there or fails.
Status benchAgainstLammps(const PeerBench& bench, const scene::Simulation& tile, const exec::Exec& exec);

}  // namespace talus::cli
