#pragma once
#include "talus/couple/bodies.h"
#include "talus/grains/pipeline.h"
#include "talus/scene/scene.h"

namespace talus::scene {

/// Resolves the names of a scene into what the bodies' stages need. @pre the scene's references are right
couple::Bodies bodySetup(const Scene& scene, const grains::Setup& grains);

}  // namespace talus::scene
