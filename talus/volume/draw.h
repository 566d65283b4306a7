#pragma once
#include "talus/method/drawing.h"
#include "talus/method/scene.h"

namespace talus::volume {

/// Draws the surface in the colour of its material; loose ground is lighter.
Status draw(const method::Scene& scene, method::Drawing& drawing);

}  // namespace talus::volume
