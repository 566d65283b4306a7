#pragma once
#include "talus/grains/pipeline.h"
#include "talus/state/state_check.h"

namespace talus::grains {

/// What the loops over grains, contacts, walls, emitters and sinks rely on, in a world that was read from a
/// file: one pass over the tables.
/// @param largest_radius of the scene's grains [m]: the search finds the partners of none that is larger
/// @param steps_of_frame that grains take within a frame
void checkState(const Setup& setup, double largest_radius, std::uint64_t steps_of_frame,
                state::StateCheck& check);

}  // namespace talus::grains
