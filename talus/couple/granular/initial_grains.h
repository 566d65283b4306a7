#pragma once
#include "talus/couple/granular/scene.h"
#include "talus/state/world.h"

namespace talus::couple::granular {

/// Adds the grains that exist before the first step: single grains, fills and imports. Error (Input) if a
/// fill cannot be filled.
Status addInitialGrains(const Scene& scene, state::World& world);

}  // namespace talus::couple::granular
