#pragma once
#include "talus/method/drawing.h"
#include "talus/method/scene.h"

namespace talus::water {

/// Adds the water of a frame to a picture. Error (Input) where the frame lacks a field.
Status draw(const method::Scene& scene, method::Drawing& drawing);

/// The fields by which water can be coloured in pictures.
std::vector<std::string_view> colours();

}  // namespace talus::water
