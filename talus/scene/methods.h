#pragma once
#include "talus/method/method.h"

namespace talus::scene {

/// The methods and couplings that Talus has, in the order in which their tables stand in the state.
const method::Methods& methods();

}  // namespace talus::scene
