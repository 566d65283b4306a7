#pragma once
#include "talus/grains/measures.h"
#include "talus/ground/setup.h"

namespace talus::couple {

/// What the contacts of the grains with the ground add to the measures: their number, among those with walls,
/// and the energy in their springs.
grains::Measures measureGround(const exec::Exec& exec, const state::World& world,
                               const grains::LawTable& laws, const ground::Setup& ground);

/// What the grains do to the ground, the mean over the steps since the sums were cleared; the torque is about
/// the scene's origin.
grains::WallLoad groundLoad(const state::World& world);
/// The next step begins the sums anew. Does nothing where there is no ground.
void clearGroundSum(state::World& world);

}  // namespace talus::couple
