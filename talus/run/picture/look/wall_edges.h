#pragma once
#include "talus/run/picture/wall_picture.h"

namespace talus::run {

/// Adds the edges of a wall to a picture, as thin tubes, so that one sees through the wall. An infinite plane
/// has none and is added as it is.
/// @param radius of the tubes [m]
void addWallEdges(picture::Picture& picture, const environment::Wall& wall, const environment::Pose& pose,
                  const WallView& view, const picture::Colour& colour, double radius);

}  // namespace talus::run
