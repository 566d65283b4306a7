#pragma once
#include "talus/io/raster/raster.h"
#include "talus/method/files.h"

namespace talus::run {

/// Reads the part of a raster that a scene uses, in metres on the land. Errors as readRaster and cutOut.
Result<io::Raster> readRasterPart(const method::RasterRequest& request);

/// readRasterPart() as an argument of readScene. Only programs that use this function load GDAL.
Result<method::RasterLand> readRasterGround(const method::RasterRequest& request);

}  // namespace talus::run
