#pragma once
#include <string_view>
#include <vector>

#include "talus/method/drawing.h"
#include "talus/method/scene.h"

namespace talus::couple::erosion {

/// Colours the ground of a picture: in the colour of the exposed layer, lighter where sediment covers it,
/// darker where it is wet. If the picture is coloured by one of colours(), the ground is a map of that field
/// with a legend. Ground that another method coloured by a field stays as it is. Error (Input) if the frame
/// lacks the field.
Status draw(const method::Scene& scene, method::Drawing& drawing);

/// Fields of the ground by which pictures can be coloured (render.colour).
std::vector<std::string_view> colours();
/// Those of this scene: none with a [volume].
std::vector<std::string_view> coloursOf(const method::Scene& scene);

}  // namespace talus::couple::erosion
