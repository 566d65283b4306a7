#pragma once
#include <string_view>
#include <vector>

#include "talus/method/drawing.h"
#include "talus/method/scene.h"

namespace talus::couple::erosion {

/// Paints the ground of a picture: by the layer that lies open, sediment where it came to lie, and darker
/// where it is wet. Where the picture is by one of colours() the ground is a map of that field, with a
/// legend; ground that is coloured by another field stays as it is. Error (Input) where a frame lacks the
/// field.
Status draw(const method::Scene& scene, method::Drawing& drawing);

/// Fields of the ground's columns that pictures can be coloured by (render.colour).
std::vector<std::string_view> colours();
/// Those that this scene has: none on a [volume].
std::vector<std::string_view> coloursOf(const method::Scene& scene);

}  // namespace talus::couple::erosion
