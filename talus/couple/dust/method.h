#pragma once
#include "talus/method/method.h"

namespace talus::couple {

/// The method "dust": particles where grains hit.
method::Method dust();

}  // namespace talus::couple
