#pragma once
#include "talus/method/checking.h"

namespace talus::water {

/// Checks that each block of water has a valid shape, is within the limit and holds particles; and warns if
/// its lattice has another volume than the block, or if blocks overlap.
void checkBlocks(const method::Checking& checking);

}  // namespace talus::water
