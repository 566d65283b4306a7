#pragma once
#include "talus/render/passes/scene_buffers.h"

namespace talus::render {

/// A box seen from outside. Lengths in shader units, here and below.
void addSolidBox(SceneData& data, const geometry::Box& box, const picture::Colour& colour);

/// A box seen from inside: floor and walls of the given height that show their inner side alone, so that the
/// near walls do not hide what the box holds, and thin edges all around.
void addContainer(SceneData& data, const geometry::Box& box, double wall_height,
                  const picture::Colour& colour);

}  // namespace talus::render
