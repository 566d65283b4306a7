#pragma once
#include "talus/method/checking.h"

namespace talus::cloth {

/// Checks that need more than one key.
void check(const method::Checking& checking);

}  // namespace talus::cloth
