#pragma once
#include "talus/method/method.h"

namespace talus::water {

method::Method water();

}  // namespace talus::water
