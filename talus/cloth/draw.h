#pragma once
#include "talus/core/result.h"
#include "talus/method/drawing.h"
#include "talus/method/scene.h"

namespace talus::cloth {

/// Adds all sheets to a picture: smooth surfaces, finer than the cloth, with their pattern.
Status draw(const method::Scene& scene, method::Drawing& drawing);

}  // namespace talus::cloth
