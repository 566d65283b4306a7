#pragma once
#include "talus/method/method.h"

namespace talus::volume {

/// The method "volume": ground as a solid volume.
method::Method volume();

}  // namespace talus::volume
