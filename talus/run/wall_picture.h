#pragma once
#include "talus/grains/wall_motion.h"
#include "talus/io/points.h"
#include "talus/render/picture.h"
#include "talus/run/wall_view.h"
#include "talus/scene/scene.h"

namespace talus::run {

/// The pose of a body in a frame's table of them. Error (Input) when the frame has no such row or field.
Result<grains::Pose> poseIn(const io::PointsView& bodies, std::size_t body);

/// Adds a wall to a picture, where it is.
void addWall(render::Picture& picture, const grains::Wall& wall, const grains::Pose& pose,
             const WallView& view, const render::Colour& colour);

}  // namespace talus::run
