#pragma once
#include "talus/grains/pipeline.h"
#include "talus/state/state_check.h"

namespace talus::grains {

/// Checks a world that was read from a file for everything that the loops over grains, contacts, walls,
/// emitters and sinks rely on, in one pass over the tables.
/// @param largest_radius of the scene's grains [m]; the search does not find all partners of a larger grain
/// @param steps_of_frame time steps of the grains in one frame
void checkState(const Setup& setup, double largest_radius, std::uint64_t steps_of_frame,
                state::StateCheck& check);

}  // namespace talus::grains
