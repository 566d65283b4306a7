#pragma once
#include "talus/method/drawing.h"
#include "talus/method/scene.h"

namespace talus::couple::erosion {

/// Colours the surface of a volume by its layers. Loose ground is lighter, and wet ground is darker.
Status drawVolume(const method::Scene& scene, method::Drawing& drawing);

}  // namespace talus::couple::erosion
