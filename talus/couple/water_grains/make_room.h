#pragma once
#include "talus/couple/water_grains/setup.h"
#include "talus/exec/exec.h"
#include "talus/state/world.h"
#include "talus/water/boundary/integrate_boundaries.h"

namespace talus::couple::water_grains {

/// Before the first step: takes out of the water's blocks what the grains displace that are in them, so that
/// water which is full of grains is as dense as water alone. As many particles go as have the grains' volume,
/// to half a particle; one after another the one around which water and grains are densest.
/// @pre grains and blocks are in the world
void makeRoom(state::World& world, const exec::Exec& exec, const Setup& setup, const water::Solids& solids);

}  // namespace talus::couple::water_grains
