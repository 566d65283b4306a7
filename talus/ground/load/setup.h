#pragma once
#include "talus/ground/setup.h"
#include "talus/method/scene.h"

namespace talus::ground {

/// Makes the settings of the ground from a scene. @pre the scene has ground, whose heights are made
Setup setupOf(const method::Scene& scene);

}  // namespace talus::ground
