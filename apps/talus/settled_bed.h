#pragma once
#include <cstdint>
#include <string>

#include "talus/exec/exec.h"
#include "talus/scene/simulation.h"

// The benchmark state of a method (method/bench.h): copies of a settled tile.
namespace talus::cli {

/// The benchmark of the first method that has one.
const method::Bench& benchOf();

/// The tile of benchOf() at rest, in double precision.
/// @param host_threads as of Simulation::build
Result<scene::Simulation> settledTile(const exec::Exec& exec, int host_threads = 0);

/// A bed of copies of the tile. @param count requested number of particles, rounded to whole tiles
Result<scene::Simulation> bedOf(const scene::Simulation& tile, std::uint64_t count,
                                const std::string& precision, const exec::Exec& exec, int host_threads = 0);

}  // namespace talus::cli
