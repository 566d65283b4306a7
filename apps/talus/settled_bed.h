#pragma once
#include <cstdint>
#include <string>

#include "talus/exec/exec.h"
#include "talus/scene/simulation.h"

// The state that a method's step is timed on (method/bench.h).
namespace talus::cli {

/// That of the first method of the list that has one.
const method::Bench& benchOf();

/// Its tile, at rest, in double precision.
/// @param host_threads as of Simulation::build
Result<scene::Simulation> settledTile(const exec::Exec& exec, int host_threads = 0);

/// Copies of it, ready to be timed.
Result<scene::Simulation> bedOf(const scene::Simulation& tile, std::uint64_t count,
                                const std::string& precision, const exec::Exec& exec, int host_threads = 0);

}  // namespace talus::cli
