#pragma once
#include <cstdint>

#include "talus/exec/exec.h"
#include "talus/scene/simulation.h"

namespace talus::cli {

/// A bed of equal spheres at rest on a floor, 25 grains deep, with periodic sides, for timing.
///
/// One tile of `tile_grains` is settled; the bed is made of copies of it, side by side. As the tile is
/// periodic a copy leans on the next one just as it leaned on itself; only the shear springs start anew, and
/// the bed settles within `healing_steps`.
struct SettledBed {
    static constexpr std::uint64_t tile_grains = 10000;
    std::uint64_t tiles_x = 1, tiles_y = 1;

    std::uint64_t grains() const { return tile_grains * tiles_x * tiles_y; }
};

/// The bed whose number of grains is nearest to the one asked for, as square as that allows.
SettledBed bedFor(std::uint64_t grains);

/// Makes a bed ready to be timed; the tile settles in double precision, the whole in the given one.
/// @param host_threads as of Simulation::build
Result<scene::Simulation> settle(const SettledBed& bed, grains::Precision precision, const exec::Exec& exec,
                                 int host_threads = 0);

}  // namespace talus::cli
