#pragma once
#include <optional>

#include "talus/geometry/shapes.h"
#include "talus/grains/pipeline.h"
#include "talus/grains/scene.h"
#include "talus/method/scene.h"

namespace talus::grains {

/// Makes the settings of the grains' stages from a scene. @pre all names in the scene exist
/// @param ground the box around all ground on which grains can lie; nothing: there is none
Setup setupOf(const method::Scene& scene, const std::optional<geometry::Box>& ground = std::nullopt);

/// The random stream of the k-th fill.
Random fillRandom(const method::Scene& scene, std::size_t k);

}  // namespace talus::grains
