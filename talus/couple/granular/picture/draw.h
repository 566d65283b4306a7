#pragma once
#include "talus/couple/granular/scene.h"
#include "talus/ground/picture/ground_picture.h"
#include "talus/method/drawing.h"

namespace talus::couple::granular {

/// Depth of the sand that can be dug out of the ground [m]; 0 without [hybrid].
double depthOfSand(const Scene& scene);

/// What pictures of the ground show of the scene's grains. The scene must outlive it.
ground::ShownGrains shownGrains(const Scene& scene);

/// Adds grains and ground to a picture. Error (Input) when a frame lacks a field, or has other columns.
Status draw(const Scene& scene, method::Drawing& drawing);

/// Everything by which pictures can be coloured: fields of the grains, and "height", "slope" and "change" of
/// the ground (render.colour).
std::vector<std::string_view> colours();
/// The colours that are possible in this scene.
std::vector<std::string_view> coloursOf(const Scene& scene);

}  // namespace talus::couple::granular
