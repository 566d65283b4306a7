#pragma once
#include "talus/method/drawing.h"
#include "talus/method/scene.h"

namespace talus::volume {

/// The surface, in the colour of its material; what is loose is lighter.
Status draw(const method::Scene& scene, method::Drawing& drawing);

}  // namespace talus::volume
