#pragma once
#include "talus/method/bench.h"

namespace talus::grains {

method::Bench bench();

}  // namespace talus::grains
