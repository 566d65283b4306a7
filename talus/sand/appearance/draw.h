#pragma once
#include <string_view>
#include <vector>

#include "talus/method/drawing.h"
#include "talus/method/scene.h"

namespace talus::sand {

/// Values of render.colour for sand.
std::vector<std::string_view> colours();

/// Adds the sand of a frame to a picture.
Status draw(const method::Scene& scene, method::Drawing& drawing);

}  // namespace talus::sand
