#pragma once
#include "talus/method/method.h"

namespace talus::network {

/// Masses and links: mass-interaction networks.
method::Method network();

}  // namespace talus::network
