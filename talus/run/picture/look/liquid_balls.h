#pragma once
#include "talus/picture/picture.h"

namespace talus::run {

/// The particles of a liquid as plain balls in the colour of its tint. They refer to the liquid's arrays.
picture::Spheres ballsOf(const picture::Liquid& liquid);

}  // namespace talus::run
