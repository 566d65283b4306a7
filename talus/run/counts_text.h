#pragma once
#include <string>
#include <vector>

#include "talus/method/instance.h"

namespace talus::run {

/// "5000 grains, 200 particles".
std::string countsText(const std::vector<method::Count>& counts);

}  // namespace talus::run
