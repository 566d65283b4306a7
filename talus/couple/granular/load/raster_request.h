#pragma once
#include "talus/ground/scene.h"
#include "talus/method/files.h"

namespace talus::couple::granular {

/// The part and resolution of its raster that [ground] asks for, in metres on the real land.
method::RasterRequest rasterRequest(const ground::RasterGround& ground);

}  // namespace talus::couple::granular
