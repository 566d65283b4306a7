#pragma once
#include <cstdint>

#include "talus/exec/exec.h"
#include "talus/grains/tiles.h"
#include "talus/scene/simulation.h"

// A bed of equal spheres at rest on a floor, 25 grains deep, with periodic sides, for timing: copies of one
// tile.
namespace talus::cli {

/// The bed whose number of grains is nearest to the one asked for, as square as that allows.
grains::Tiles bedFor(std::uint64_t grains);

/// A tile, at rest, in double precision.
/// @param host_threads as of Simulation::build
Result<scene::Simulation> settledTile(const exec::Exec& exec, int host_threads = 0);

/// A bed of copies of it, ready to be timed.
Result<scene::Simulation> bedOf(const scene::Simulation& tile, const grains::Tiles& tiles,
                                grains::Precision precision, const exec::Exec& exec, int host_threads = 0);

}  // namespace talus::cli
