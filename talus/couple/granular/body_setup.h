#pragma once
#include "talus/couple/bodies/bodies.h"
#include "talus/couple/granular/scene.h"
#include "talus/grains/pipeline.h"

namespace talus::couple::granular {

/// Mass and inertia of a body. @pre its solid has been made, and its material exists
solids::Rigid rigidOf(const Scene& scene, const solids::Body& body);

/// Inverse mass and inertia of the walls that stand for free bodies, by wall; empty if no body is free.
std::vector<environment::WallMobility> wallMobilities(const Scene& scene);

/// Makes the settings of the bodies' stages from a scene. @pre all names in the scene exist
couple::Bodies bodySetup(const Scene& scene, const grains::Setup& grains);

}  // namespace talus::couple::granular
