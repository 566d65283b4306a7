#pragma once
#include <vector>

#include "talus/method/instance.h"
#include "talus/sand/setup.h"
#include "talus/state/world.h"

namespace talus::sand {

/// What to say at the start of a run of blocks whose sand is probably not where it was meant to be: for the
/// most part where sand cannot be, or partly beside the tube that the block is in.
std::vector<method::Note> notesOnBlocks(const state::World& world, const Setup& setup);

}  // namespace talus::sand
