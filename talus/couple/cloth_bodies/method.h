#pragma once
#include "talus/method/method.h"

namespace talus::couple {

/// The method "cloth bodies": what the cloth does to free bodies within its step moves them at once.
method::Method clothBodies();

}  // namespace talus::couple
