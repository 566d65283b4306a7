#pragma once
#include "talus/method/method.h"

namespace talus::cloth {

method::Method cloth();

}  // namespace talus::cloth
