#pragma once
#include "talus/method/method.h"

namespace talus::couple::erosion {

/// The method "erosion": water that shapes its ground.
method::Method erosion();

}  // namespace talus::couple::erosion
