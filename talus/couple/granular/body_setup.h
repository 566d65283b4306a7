#pragma once
#include "talus/couple/bodies/bodies.h"
#include "talus/couple/granular/scene.h"
#include "talus/grains/pipeline.h"

namespace talus::couple::granular {

/// Mass and inertia of a body. @pre its solid is made, and its material is in the scene
solids::Rigid rigidOf(const Scene& scene, const solids::Body& body);

/// How the walls that stand for free bodies give way, by wall; empty where no body is free.
std::vector<environment::WallMobility> wallMobilities(const Scene& scene);

/// Resolves the names of a scene into what the bodies' stages need. @pre the scene's references are right
couple::Bodies bodySetup(const Scene& scene, const grains::Setup& grains);

}  // namespace talus::couple::granular
