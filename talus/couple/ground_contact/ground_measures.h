#pragma once
#include "talus/grains/measures.h"
#include "talus/ground/setup.h"

namespace talus::couple {

/// The part of the contacts with the ground in the measures: their number, counted as contacts with walls,
/// and the energy in their springs.
grains::Measures measureGround(const exec::Exec& exec, const state::World& world,
                               const grains::LawTable& laws, const ground::Setup& ground);

/// Mean load of the grains on the ground over the steps since the sums were cleared; the torque is about the
/// scene's origin.
grains::WallLoad groundLoad(const state::World& world);
/// Clears the sums of the load. Does nothing if there is no ground.
void clearGroundSum(state::World& world);

}  // namespace talus::couple
