#pragma once
#include "talus/picture/picture.h"
#include "talus/solids/params.h"

namespace talus::solids {

/// The convex parts of a body, pulled apart and each in its colour, beside the mesh that they stand for.
/// @pre body.convex
picture::Picture pictureOf(const Body& body);

}  // namespace talus::solids
