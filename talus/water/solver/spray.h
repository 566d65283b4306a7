#pragma once
#include "talus/water/search/neighbours.h"

namespace talus::water {

/// The share of its kernel that a particle has in the corner of a cubic block that stands free, itself among
/// it. What has less is spray. @param support in spacings
double cornerShare(Kernel kernel, double support);

}  // namespace talus::water
