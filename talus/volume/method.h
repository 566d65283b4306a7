#pragma once
#include "talus/method/method.h"

namespace talus::volume {

/// Ground as a solid volume: the row of the list.
method::Method volume();

}  // namespace talus::volume
