#pragma once
#include "talus/method/drawing.h"
#include "talus/method/scene.h"

namespace talus::network {

/// Masses as balls, springs as thin lines, and forces as lines as thick as the force.
Status draw(const method::Scene& scene, method::Drawing& drawing);

}  // namespace talus::network
