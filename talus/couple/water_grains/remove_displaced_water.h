#pragma once
#include "talus/couple/water_grains/setup.h"
#include "talus/exec/exec.h"
#include "talus/state/world.h"
#include "talus/water/boundary/integrate_boundaries.h"

namespace talus::couple::water_grains {

/// Before the first step: removes the water that grains in the water blocks displace, so that water with
/// grains is as dense as water alone. The removed particles have the volume of these grains, to half a
/// particle. They are removed one after another, each time the one around which water and grains are densest.
/// @pre grains and blocks are in the world
void removeDisplacedWater(state::World& world, const exec::Exec& exec, const Setup& setup,
                          const water::Solids& solids);

}  // namespace talus::couple::water_grains
