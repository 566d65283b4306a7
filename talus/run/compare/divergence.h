#pragma once
#include <filesystem>
#include <limits>
#include <optional>

#include "talus/scene/simulation.h"

namespace talus::run {

/// Takes steps until one of two limits is reached. Stops at an error.
/// @param clock_steps maximum number of steps of the clock
/// @param method_steps maximum number of sub-steps, summed over all methods
/// @param seconds no step begins after this time by the clock
step::StepReport tryOut(scene::Simulation& simulation, std::uint64_t clock_steps, std::uint64_t method_steps,
                        double seconds = std::numeric_limits<double>::infinity());

/// Takes the first few steps of a run (fewer than 20) and checks the state for divergence, which unsuitable
/// parameters may cause at once. Scenes with very many sub-steps per step are not tried, since that would
/// take too long. The simulation must not be used afterwards.
/// @param seconds no step begins after this time by the clock
std::optional<step::Trouble> findEarlyDivergence(scene::Simulation& simulation,
                                                 double seconds = std::numeric_limits<double>::infinity());

/// Writes failure/ for a run that diverged: report.txt, state.h5 (the present state) and the files of a
/// frame. Returns the message for the user.
Result<std::string> writeFailure(const std::filesystem::path& run, const scene::Simulation& simulation,
                                 const step::Trouble& trouble, std::uint64_t scene_hash);

}  // namespace talus::run
