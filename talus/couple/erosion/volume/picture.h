#pragma once
#include "talus/method/drawing.h"
#include "talus/method/scene.h"

namespace talus::couple::erosion {

/// The surface of a volume in the colours of its layers; sediment and what fell is lighter, and what water
/// touches is darker.
Status drawVolume(const method::Scene& scene, method::Drawing& drawing);

}  // namespace talus::couple::erosion
