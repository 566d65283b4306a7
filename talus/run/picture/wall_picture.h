#pragma once
#include "talus/environment/wall.h"
#include "talus/environment/wall_motion.h"
#include "talus/picture/picture.h"
#include "talus/run/picture/wall_view.h"
#include "talus/state/points.h"

namespace talus::run {

/// The pose of a body in a frame's set of bodies. Error (Input) when the frame has no such row or field.
Result<environment::Pose> poseIn(const state::PointsView& bodies, std::size_t body);

/// Adds a wall at its pose to a picture.
void addWall(picture::Picture& picture, const environment::Wall& wall, const environment::Pose& pose,
             const WallView& view, const picture::Colour& colour);

}  // namespace talus::run
