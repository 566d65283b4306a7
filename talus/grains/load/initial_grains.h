#pragma once
#include "talus/grains/scene.h"
#include "talus/method/scene.h"
#include "talus/state/world.h"

namespace talus::grains {

/// Adds the grains that exist before the first step: single grains, fills and imports. Error (Input) if a
/// fill cannot be filled.
Status addInitialGrains(const method::Scene& scene, state::World& world);

}  // namespace talus::grains
