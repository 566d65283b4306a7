#pragma once
#include "talus/method/checking.h"

namespace talus::water {

/// Reads the meshes that blocks name.
void load(method::Scene& scene, const method::Checking& checking);
/// What keys alone cannot tell.
void check(const method::Checking& checking);

}  // namespace talus::water
