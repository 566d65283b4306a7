#pragma once
#include <vector>

#include "talus/environment/wall_mobility.h"
#include "talus/method/scene.h"
#include "talus/solids/body_state.h"
#include "talus/solids/params.h"

namespace talus::solids {

/// Mass and inertia of a body. @pre its solid has been made, and its material exists
Rigid rigidOf(const method::Scene& scene, const Body& body);

/// Inverse mass and inertia of the walls that stand for free bodies, by wall; empty if no body is free.
std::vector<environment::WallMobility> wallMobilities(const method::Scene& scene);

}  // namespace talus::solids
