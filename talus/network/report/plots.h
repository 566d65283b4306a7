#pragma once
#include "talus/method/method.h"

namespace talus::network {

std::vector<method::Plot> plots();

}  // namespace talus::network
