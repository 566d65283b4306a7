#pragma once
#include "talus/method/method.h"

namespace talus::couple::erosion {

/// Water that shapes its ground: what it offers to scenes and runs.
method::Method erosion();

}  // namespace talus::couple::erosion
