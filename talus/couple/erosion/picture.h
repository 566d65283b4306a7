#pragma once
#include "talus/method/drawing.h"
#include "talus/method/scene.h"

namespace talus::couple::erosion {

/// Paints the ground of a picture: by the layer that lies open, sediment where it came to lie, and darker
/// where it is wet. A ground that is coloured by a field stays as it is.
Status draw(const method::Scene& scene, method::Drawing& drawing);

}  // namespace talus::couple::erosion
