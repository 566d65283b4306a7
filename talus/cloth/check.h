#pragma once
#include "talus/method/checking.h"

namespace talus::cloth {

/// Checks that need more than one key.
void check(const method::Checking& checking);
/// Reports where sheets cross something at the start. @pre check() found no error
void checkStart(const method::Checking& checking);

}  // namespace talus::cloth
