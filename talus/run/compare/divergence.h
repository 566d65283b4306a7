#pragma once
#include <filesystem>
#include <optional>

#include "talus/scene/simulation.h"

namespace talus::run {

/// Takes steps until one of these is reached: steps of the clock, or steps of single methods, all of them
/// together, where one step of the clock has many of a method's own. Stops at trouble.
step::StepReport tryOut(scene::Simulation& simulation, std::uint64_t clock_steps, std::uint64_t method_steps);

/// Takes the first few steps of a run (fewer than 20) and asks the methods whether the state left what they
/// can mean: what a scene's numbers make diverge at once shows there. A scene in which a few steps are
/// thousands of one of its methods is not tried, as that is a run by itself. The simulation is of no use
/// afterwards.
std::optional<step::Trouble> findEarlyDivergence(scene::Simulation& simulation);

/// What a run leaves when it diverges, in failure/: report.txt, state.h5 (the state as it is) and
/// what a frame would show. Returns the message for the user.
Result<std::string> writeFailure(const std::filesystem::path& run, const scene::Simulation& simulation,
                                 const step::Trouble& trouble, std::uint64_t scene_hash);

}  // namespace talus::run
