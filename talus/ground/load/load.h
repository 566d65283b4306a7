#pragma once
#include "talus/ground/scene.h"
#include "talus/method/checking.h"

/// After the check of keys: rasters are read, and the ground is made from its settings.
namespace talus::ground {

using method::Checking;

/// Reads the heights of ground from a raster.
void loadRaster(method::Scene& scene, const Checking& checked);
/// Makes the heights that [ground] asks for.
void makeGround(method::Scene& scene, const Checking& checked);

}  // namespace talus::ground
