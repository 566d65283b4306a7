#pragma once
#include "talus/method/checking.h"

namespace talus::sand {

/// Reads the meshes of blocks.
void load(method::Scene& scene, const method::Checking& checking);

void check(const method::Checking& checking);

}  // namespace talus::sand
