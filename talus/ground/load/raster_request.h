#pragma once
#include "talus/ground/scene.h"
#include "talus/method/files.h"

namespace talus::ground {

/// The part and resolution of its raster that [ground] asks for, in metres on the real land.
method::RasterRequest rasterRequest(const RasterGround& ground);

}  // namespace talus::ground
