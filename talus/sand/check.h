#pragma once
#include "talus/method/checking.h"
#include "talus/sand/params.h"

namespace talus::sand {

/// Reads the meshes of blocks.
void load(method::Scene& scene, const method::Checking& checking);

/// Whether there can be grains of the material of the sand.
void checkMaterial(const method::Checking& checking, const Sand& sand);

void check(const method::Checking& checking);

}  // namespace talus::sand
