#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "talus/grains/scene.h"
#include "talus/method/drawing.h"
#include "talus/method/scene.h"
#include "talus/method/shown/preview.h"

namespace talus::grains {

/// Adds grains to a picture. Error (Input) when a frame lacks a field, or has other columns.
Status draw(const method::Scene& scene, method::Drawing& drawing);

/// The shapes of grains from meshes, beside these.
std::vector<method::Preview> previews(const method::Scene& scene);

/// Fields of the grains that a picture of this colour needs. If the colour is not a field of the grains, they
/// are coloured by material.
std::vector<std::string> drawnFields(const method::Scene& scene, const std::string& colour);

/// Fields of the grains that frames can hold, beside the position. Pictures can be coloured by them.
std::vector<std::string_view> frameFields();
/// What output.fields may name: these, and the forces of contacts (method/shown/extra_sets.h).
std::vector<std::string_view> outputFields();

}  // namespace talus::grains
