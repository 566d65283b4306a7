#pragma once
#include "talus/couple/granular/scene.h"
#include "talus/state/world.h"

namespace talus::couple::granular {

/// The grains that are there before the first step. Error (Input) where a fill cannot be filled.
Status addInitialGrains(const Scene& scene, state::World& world);

}  // namespace talus::couple::granular
