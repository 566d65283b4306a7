#pragma once
#include "talus/water/search/neighbours.h"

namespace talus::water {

/// The filled share of the kernel of a particle in the corner of a free cubic block, including the particle
/// itself. A particle with a smaller share is spray. @param support in spacings
double cornerShare(Kernel kernel, double support);

}  // namespace talus::water
