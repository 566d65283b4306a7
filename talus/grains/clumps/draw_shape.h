#pragma once
#include "talus/grains/clumps/grain_shape.h"
#include "talus/picture/picture.h"

namespace talus::grains {

/// The spheres of a shape beside the mesh that they stand for. The mesh has the colours of the gap between
/// its surface and the nearest sphere, in radii of the ball with the same volume.
/// @pre shape.covered
picture::Picture pictureOf(const GrainShape& shape);

}  // namespace talus::grains
