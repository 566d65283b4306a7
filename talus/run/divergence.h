#pragma once
#include <filesystem>
#include <optional>

#include "talus/scene/simulation.h"

namespace talus::run {

/// Looks whether the state left the physical range: an energy that is not a number, or a grain that
/// crosses half the radius of the smallest grain in one step. Contacts then begin with overlaps that no
/// stiffness was meant for, and energy comes from nowhere. (Energy itself is no good sign: emitters pour it
/// in, and falling grains turn any amount of height into speed.)
std::optional<step::Trouble> findDivergence(const scene::Simulation& simulation,
                                            const grains::Measures& measures);

/// Takes the first few steps of a run (fewer than 20) and looks the same: what a scene's numbers make diverge
/// at once shows there. The simulation is of no use afterwards.
std::optional<step::Trouble> findEarlyDivergence(scene::Simulation& simulation);

/// What a run leaves when it diverges, in failure/: report.txt, state.h5 (the state as it is) and
/// grains.vtp. Returns the message for the user.
Result<std::string> writeFailure(const std::filesystem::path& run, const scene::Simulation& simulation,
                                 const step::Trouble& trouble, std::uint64_t scene_hash);

}  // namespace talus::run
