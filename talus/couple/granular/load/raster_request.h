#pragma once
#include "talus/ground/scene.h"
#include "talus/method/files.h"

namespace talus::couple::granular {

/// What [ground] wants of its raster, in metres on the land that it shows.
method::RasterRequest rasterRequest(const ground::RasterGround& ground);

}  // namespace talus::couple::granular
