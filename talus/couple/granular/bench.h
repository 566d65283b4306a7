#pragma once
#include "talus/method/bench.h"

namespace talus::couple::granular {

method::Bench bench();

}  // namespace talus::couple::granular
