#pragma once
#include "talus/couple/granular/scene.h"
#include "talus/method/drawing.h"

namespace talus::couple::granular {

/// Adds grains and ground to a picture. Error (Input) when a frame lacks a field, or has other columns.
Status draw(const Scene& scene, method::Drawing& drawing);

/// Fields of the grains that a picture of this colour needs. If the colour is not a field of the grains, they
/// are coloured by material.
std::vector<std::string> drawnFields(const Scene& scene, const std::string& colour);

/// Fields of the grains that frames can hold, beside the position.
std::vector<std::string_view> frameFields();
/// What output.fields may name: these, and the forces of contacts (method/shown/extra_sets.h).
std::vector<std::string_view> outputFields();
/// Everything by which pictures can be coloured: these fields, and "height" and "slope" of the ground
/// (render.colour).
std::vector<std::string_view> colours();
/// The colours that are possible in this scene.
std::vector<std::string_view> coloursOf(const Scene& scene);

}  // namespace talus::couple::granular
