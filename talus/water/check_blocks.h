#pragma once
#include "talus/method/checking.h"

namespace talus::water {

/// Whether each block of water has a shape, fits the limit and holds particles; and whether its lattice has
/// the volume that it says, and another block the same place.
void checkBlocks(const method::Checking& checking);

}  // namespace talus::water
