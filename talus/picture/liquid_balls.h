#pragma once
#include "talus/picture/picture.h"

namespace talus::picture {

/// The particles of a liquid as plain balls in the colour of its tint. They refer to the liquid's arrays.
Spheres ballsOf(const Liquid& liquid);

}  // namespace talus::picture
