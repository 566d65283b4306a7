#pragma once
#include "talus/render/passes/scene_buffers.h"

namespace talus::render {

/// Adds the outer sides of a box. Lengths are in shader units, here and below.
void addSolidBox(SceneData& data, const geometry::Box& box, const picture::Colour& colour);

/// Adds a box that is seen from inside: floor, walls of the given height, and thin edges. Floor and walls
/// show only their inner sides, so that the near walls do not hide the content of the box.
void addContainer(SceneData& data, const geometry::Box& box, double wall_height,
                  const picture::Colour& colour);

}  // namespace talus::render
